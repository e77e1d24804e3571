import { Card } from '../../../ui/card.tsx'
import { DoButton, Failure, useDoing } from '../frame/doing.tsx'
import { NameField } from '../frame/name_field.tsx'
import { playWithBots, playWithPeople } from '../play.ts'
import { link } from '../router.ts'
import { session } from '../session.ts'
import { say } from './words.ts'

const FAN = ['KH', 'QS', 'AH', '7C'] as const

/** The ways to a table, the quickest first. */
export function Hero() {
  const doing = useDoing()
  return (
    <section class="hero" aria-labelledby="hero">
      <div class="hero-head">
        <div>
          <h1 id="hero">{say('title')}</h1>
          <p>{say('about')}</p>
        </div>
        <div class="fan" aria-hidden="true">
          {FAN.map((card) => (
            <span key={card}>
              <Card card={card} />
            </span>
          ))}
        </div>
      </div>
      {session.value === null && <NameField />}
      <DoButton class="card-button" doing={doing} what={playWithBots}>
        {say('bots')}
      </DoButton>
      <div class="hero-others">
        <DoButton class="felt-button" doing={doing} what={playWithPeople}>
          {say('people')}
        </DoButton>
        <a class="felt-button" href={link('/new')}>
          {say('newTable')}
        </a>
      </div>
      <Failure doing={doing} />
    </section>
  )
}
