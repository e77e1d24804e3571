/** Prints the breaking changes between two GraphQL schemas, as graphql-inspector sees them. */
import { readFileSync } from 'node:fs'

import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'

// a client that leaves a value out relies on its default
const DEFAULTS = ['FIELD_ARGUMENT_DEFAULT_CHANGED', 'INPUT_FIELD_DEFAULT_VALUE_CHANGED']

function breaks({ criticality, type }: Change): boolean {
  return criticality.level === CriticalityLevel.Breaking || DEFAULTS.includes(type)
}

const [released, now] = process.argv.slice(2).map((path) => buildSchema(readFileSync(path, 'utf8')))
if (!released || !now) throw new Error('usage: node breaking_changes.ts RELEASED NOW')
const found = (await diff(released, now)).filter(breaks)
console.log(JSON.stringify(found.map(({ type, path, message }) => ({ type, path, message }))))
