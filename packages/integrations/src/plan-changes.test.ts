import { expect, test } from 'vitest'
import { type Current, type IntegrationsSettings, planChanges } from './plan-changes.ts'

const connector = { enable: true, url: 'http://a' }
const action = { enable: true, connector: 'c', parameters: { path: '/' } }

const settings = (connectors: object, actions: object = {}) =>
  ({ connectors: { http: connectors }, actions: { http: actions }, sources: {} }) as unknown as IntegrationsSettings // only what is compared

const current = (connectors: object, actions: object = {}) => {
  const byId = (all: object) => new Map(Object.entries(all).map(([name, one]) => [`http:${name}`, { settings: one }]))
  return { connectors: byId(connectors), actions: byId(actions), sources: new Map() } satisfies Current
}

const changesOf = (...[before, wanted]: readonly [Current, IntegrationsSettings]) => {
  const { connectors, actions } = planChanges(before, wanted)
  return {
    connectors: connectors.changed.map(({ id }) => id),
    actions: actions.changed.map(({ id, isUpdate, connector }) => [id, isUpdate, connector?.id]),
    removed: [...connectors.removed, ...actions.removed],
  }
}

test('new objects are changes, with the connector of each action', () => {
  expect(changesOf(current({}), settings({ c: connector }, { a: action }))).toEqual({
    connectors: ['http:c'],
    actions: [['http:a', true, 'http:c']],
    removed: [],
  })
})

test('equal settings cause no change, also if only the description differs', () => {
  const before = current({ c: connector }, { a: action })
  const wanted = settings({ c: { ...connector, description: 'new', tags: ['t'] } }, { a: action })
  expect(changesOf(before, wanted)).toEqual({ connectors: [], actions: [], removed: [] })
})

test('a changed connector is attached to its unchanged actions', () => {
  const before = current({ c: connector, d: connector }, { a: action, b: { ...action, connector: 'd' } })
  const wanted = settings(
    { c: { ...connector, url: 'http://b' }, d: connector },
    { a: action, b: { ...action, connector: 'd' } },
  )
  expect(changesOf(before, wanted)).toEqual({
    connectors: ['http:c'],
    actions: [['http:a', false, 'http:c']],
    removed: [],
  })
})

test('removed objects are listed, and actions without their connector are changes', () => {
  const before = current({ c: connector }, { a: action, b: action })
  expect(changesOf(before, settings({}, { a: action }))).toEqual({
    connectors: [],
    actions: [['http:a', false, undefined]],
    removed: ['http:c', 'http:b'],
  })
})
