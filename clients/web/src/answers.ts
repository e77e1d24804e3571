// What the service answers: what was asked for, or why not.

import { Unanswered } from '../../ui/api.ts'
import type { Code } from '../../ui/generated/operations.ts'

interface Answer {
  readonly __typename?: string
}

interface Refusal {
  readonly code: Code
  readonly message: string
  readonly field?: string | null
  readonly allowed?: readonly string[] | null
}

/** The service has refused, and nothing has changed. */
export class Refused extends Error {
  readonly code: Code
  /** The field of the input that is refused; null where it is none or not known. */
  readonly field: string | null
  /** What would be allowed; null where no list helps. */
  readonly allowed: readonly string[] | null

  constructor({ code, message, field = null, allowed = null }: Refusal) {
    super(message)
    this.code = code
    this.field = field
    this.allowed = allowed
  }
}

/** Returns the member of a result that was asked for; throws Refused, or Unanswered for no answer. */
export function granted<A extends Answer, Name extends NonNullable<A['__typename']>>(
  answer: A | null | undefined,
  name: Name,
): Extract<A, { __typename: Name }> {
  if (isNamed(answer, name)) return answer
  if (isRefusal(answer)) throw new Refused(answer)
  throw new Unanswered('INTERNAL', 'The answer is of no kind that is known here.')
}

/** Returns the code of whatever was thrown. */
export function codeOf(fault: unknown): string {
  return fault instanceof Refused || fault instanceof Unanswered ? fault.code : 'INTERNAL'
}

function isNamed<A extends Answer, Name extends string>(
  answer: A | null | undefined,
  name: Name,
): answer is Extract<A, { __typename: Name }> {
  return answer?.__typename === name
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer
}
