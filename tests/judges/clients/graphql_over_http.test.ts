/** The audit suite of graphql-http: how far the endpoint keeps to GraphQL over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { serverAudits } from 'graphql-http'

import { graphqlUrl } from './service.ts'

const audits = serverAudits({ url: graphqlUrl })

test('the suite is whole', () => assert.equal(audits.length, 61))

// `warn` is a SHOULD and `notice` a MAY that does not hold; the service keeps even those
for (const audit of audits) {
  test(`${audit.id} ${audit.name}`, async () => {
    const found = await audit.fn()
    assert.equal(found.status, 'ok', 'reason' in found ? found.reason : '')
  })
}
