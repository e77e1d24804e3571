// Words in Polish and English. Each area has a dictionary of its own, checked by the compiler.

import { signal } from '@preact/signals'

export type Language = 'pl' | 'en'

/** What a page is written in; every text follows it at once. */
export const language = signal<Language>(preferred(navigator.languages))

/** What fills the gaps of a phrase, such as `{name}`; `n` also chooses the form of a plural. */
export type Values = Readonly<Record<string, string | number>>

/** A phrase, or its forms by the plural rules of the language. */
export type Phrase = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

/** A text that the contract has in both languages. */
export interface Text {
  pl: string
  en: string
}

/** Says a phrase of a dictionary in the language of the page. */
export type Say<Key extends string> = (key: Key, values?: Values) => string

/** Returns how to say the phrases of a dictionary. Both languages must have the same keys. */
export function words<Key extends string>(
  pl: Record<Key, Phrase>,
  en: Record<NoInfer<Key>, Phrase>,
): Say<Key> {
  const all = { pl, en }
  return (key, values = {}) => filled(formed(all[language.value][key], values), values)
}

/** Returns a text of the contract in the language of the page. */
export function told(text: Text): string {
  return text[language.value]
}

function preferred(languages: readonly string[]): Language {
  return languages.find((at) => /^(pl|en)\b/.test(at))?.startsWith('pl') ? 'pl' : 'en'
}

function formed(phrase: Phrase, { n = 0 }: Values): string {
  if (typeof phrase === 'string') return phrase
  return phrase[new Intl.PluralRules(language.value).select(Number(n))] ?? phrase.other
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))
}
