import { useEffect } from 'preact/hooks'
import { told } from '../../../ui/words.ts'
import { loadRuleSets, ruleSets } from '../rule_sets.ts'
import { SERVICE } from '../session.ts'
import { useTitle } from '../title.ts'
import { say } from './words.ts'
import './about.css'

/** What this is, by which rules it plays, and whose it is. */
export function AboutPage() {
  useTitle(say('rules'))
  useEffect(() => {
    loadRuleSets().catch(() => undefined) // the rule book is linked all the same
  }, [])
  return (
    <div class="about">
      <h1>{say('title')}</h1>
      <p>{say('what')}</p>
      <section class="panel" aria-labelledby="rules">
        <h2 id="rules">{say('rules')}</h2>
        <dl>
          {ruleSets.value?.map((at) => (
            <div key={at.id}>
              <dt>{told(at.name)}</dt>
              <dd>
                {told(at.summary)} <span class="soft">({say('section', { source: at.source })})</span>
              </dd>
            </div>
          ))}
        </dl>
        <a href={`${SERVICE}/v1/rules`}>{say('book')}</a>
      </section>
      <section class="panel" aria-labelledby="makers">
        <h2 id="makers">{say('makers')}</h2>
        <ul>
          <li>
            <a href={`${SERVICE}/overlay/builder.html`}>{say('overlay')}</a>
          </li>
          <li>
            <a href={`${SERVICE}/`}>{say('api')}</a>
          </li>
        </ul>
      </section>
      <p class="soft">{say('fair')}</p>
      <p class="soft">{say('free')}</p>
    </div>
  )
}
