import { useEffect, useRef } from 'preact/hooks'
import { AboutPage } from './about/about_page.tsx'
import { CreatePage } from './create/create_page.tsx'
import { Header } from './frame/header.tsx'
import { Notices } from './frame/notices.tsx'
import { say } from './frame/words.ts'
import { HomePage } from './home/home_page.tsx'
import { InvitePage } from './waiting/invite_page.tsx'
import { MatchPlace } from './waiting/match_place.tsx'
import { route, type Route } from './router.ts'
import { SettingsPage } from './settings_page/settings_page.tsx'
import { useTitle } from './title.ts'
import '../../ui/base.css'
import './frame/frame.css'
import './frame/controls.css'

/** The whole page: what stays while one moves about, and the page of the route. */
export function App() {
  const at = route.value
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) begin(main.current)
    isFirst.current = false
  }, [at])
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {say('skip')}
      </a>
      <Header />
      <Notices />
      <main id="main" ref={main} tabIndex={-1} class={`page page-${at.page}`}>
        <Page at={at} />
      </main>
    </>
  )
}

function Page({ at }: { at: Route }) {
  switch (at.page) {
    case 'home':
      return <HomePage />
    case 'new':
      return <CreatePage />
    case 'settings':
      return <SettingsPage />
    case 'about':
      return <AboutPage />
    case 'invite':
      return <InvitePage key={at.code} code={at.code} />
    case 'match':
      return <MatchPlace key={at.id} id={at.id} replay={at.replay} />
    case 'unknown':
      return <Lost />
  }
}

function Lost() {
  useTitle(say('lost'))
  return (
    <section class="panel">
      <h1>{say('lost')}</h1>
      <p>
        <a href="#/">{say('toHome')}</a>
      </p>
    </section>
  )
}

/** Puts the reader at the top of a new page. */
function begin(main: HTMLElement | null): void {
  scrollTo(0, 0)
  main?.focus({ preventScroll: true })
}
