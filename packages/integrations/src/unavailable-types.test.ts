import { isRecord } from '@mqdeck/contract'
import { objectAt, readContractFile } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { manifestOf, whyUnavailable } from './catalog.ts'

const types = Object.values(objectAt(objectAt(readContractFile('schemas/connectors.json'), 'components'), 'schemas'))
  .flatMap((component) => (isRecord(component) ? [objectAt(component, 'properties').type] : []))
  .flatMap((type) => (isRecord(type) && Array.isArray(type.symbols) ? type.symbols : []))
  .map(String)
  .filter((type) => type !== 'none')

test.each([...new Set(types)])('the type %s of EMQX has either a runtime or a reason for its absence', (type) => {
  expect(manifestOf(type) === undefined).toBe(whyUnavailable(type) !== undefined)
})
