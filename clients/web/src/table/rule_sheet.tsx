import { useEffect, useState } from 'preact/hooks'
import { SERVICE } from '../session.ts'
import { Sheet } from './sheet.tsx'
import { say } from './words.ts'
import './rule_sheet.css'

/** A section of the rule book that the service publishes. */
export function RuleSheet({ section, onClose }: { section: string; onClose: () => void }) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const wanted = new AbortController()
    void readSection(section, wanted.signal).then(setText)
    return () => wanted.abort()
  }, [section])
  return (
    <Sheet title={say('rule', { section })} onClose={onClose}>
      <div class="rule-text" lang="en">
        {text === null ? '…' : text.split(/\n{2,}/).map((part) => <p key={part}>{part}</p>)}
      </div>
      <p class="rule-source">
        {say('rulesLanguage')} <a href={`${SERVICE}/v1/rules`}>{say('wholeBook')}</a>
      </p>
    </Sheet>
  )
}

async function readSection(section: string, signal: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(`${SERVICE}/v1/rules`, { signal })
    return answer.ok ? sectionOf(await answer.text(), section) : ''
  } catch {
    return '' // the link to the whole book stays
  }
}

/** The section of that number, from its heading to the next one. */
function sectionOf(book: string, section: string): string {
  const parts = book.split(/^(?=##+ )/m)
  const found = parts.find((part) => part.replace(/^#+ /, '').startsWith(`${section} `)) ?? ''
  return found.replace(/^#+ .*\n/, '').replace(/`/g, '').replace(/(?<!\n)\n(?![\n|])/g, ' ').trim()
}
