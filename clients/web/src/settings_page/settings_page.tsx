import { Card } from '../../../ui/card.tsx'
import { language, type Language } from '../../../ui/words.ts'
import { Choice } from '../frame/choice.tsx'
import { SwitchField } from '../frame/fields.tsx'
import { link } from '../router.ts'
import { deck, motion, theme, type Deck, type Theme } from '../settings.ts'
import { useTitle } from '../title.ts'
import { AccountPanel } from './account_panel.tsx'
import { say } from './words.ts'
import './settings.css'

const LANGUAGES = [
  { value: 'pl', label: 'Polski' },
  { value: 'en', label: 'English' },
] as const satisfies readonly { value: Language; label: string }[]
const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const SAMPLE = ['QS', 'KH', 'JD', 'AC'] as const
const DECKS: readonly Deck[] = ['two', 'four']

/** How the page looks and speaks, and whose it is. */
export function SettingsPage() {
  useTitle(say('title'))
  return (
    <div class="settings">
      <h1>{say('title')}</h1>
      <section class="panel fields" aria-label={say('title')}>
        <Choice legend={say('language')} value={language.value} answers={LANGUAGES} onChoose={(value) => (language.value = value)} />
        <Choice
          legend={say('theme')}
          value={theme.value}
          answers={THEMES.map((value) => ({ value, label: say(value) }))}
          onChoose={(value) => (theme.value = value)}
        />
        <Choice
          legend={say('deck')}
          value={deck.value}
          answers={DECKS.map((value) => ({ value, label: say(value) }))}
          onChoose={(value) => (deck.value = value)}
        />
        <div class="deck-sample">
          {SAMPLE.map((card) => (
            <span key={card}>
              <Card card={card} />
            </span>
          ))}
        </div>
        <SwitchField
          label={say('still')}
          hint={say('stillHint')}
          value={motion.value === 'reduced'}
          onSwitch={(still) => (motion.value = still ? 'reduced' : 'system')}
        />
      </section>
      <AccountPanel />
      <p class="settings-about">
        <a href={link('/about')}>{say('about')}</a>
      </p>
    </div>
  )
}
