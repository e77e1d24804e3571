import '../../ui/base.css'
import '../../web/src/frame/controls.css'
import './builder/builder.css'
import { useSignalEffect } from '@preact/signals'
import { render } from 'preact'
import { language, type Language } from '../../ui/words.ts'
import { openSession } from '../../web/src/session.ts'
import { openSettings } from '../../web/src/settings.ts'
import { Address } from './builder/address.tsx'
import { Keys } from './builder/keys.tsx'
import { Look } from './builder/look.tsx'
import { Preview } from './builder/preview.tsx'
import { What } from './builder/what.tsx'
import { say } from './builder/words.ts'

const LANGUAGES: readonly [Language, string][] = [
  ['pl', 'Polski'],
  ['en', 'English'],
]

/** The page that builds the address of an overlay. */
function Builder() {
  useSignalEffect(() => {
    document.title = `Kierki – ${say('title')}`
  })
  return (
    <div class="builder">
      <header>
        <div>
          <h1>{say('title')}</h1>
          <p class="soft">{say('about')}</p>
        </div>
        <div class="languages" role="group" aria-label={say('language')}>
          {LANGUAGES.map(([code, name]) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={language.value === code}
              onClick={() => (language.value = code)}
            >
              {name}
            </button>
          ))}
        </div>
      </header>
      <main>
        <div class="side">
          <What />
          <Keys />
          <Look />
        </div>
        <div class="side">
          <Preview />
          <Address />
        </div>
      </main>
    </div>
  )
}

openSettings()
openSession()
render(<Builder />, document.body)
