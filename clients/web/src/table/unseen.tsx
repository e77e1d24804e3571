import { link } from '../router.ts'
import { reason } from './reasons.ts'
import { say } from './words.ts'

/** Why a match cannot be shown. */
export function Unseen({ code }: { code: string }) {
  return (
    <section class="panel table-unseen">
      <h1>{say('unseen')}</h1>
      <p>{reason({ code, message: '', suit: null })}</p>
      <p>
        <a href={link('/')}>{say('toHome')}</a>
      </p>
    </section>
  )
}
