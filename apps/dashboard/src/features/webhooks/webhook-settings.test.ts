import type { Action, Connector, Rule } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { toPartBodies, toSettings } from './webhook-settings.ts'

const status = { status: 'connected' as const, node_status: [] }
const connector: Connector = {
  type: 'http',
  name: 'a_WH_D',
  ...status,
  enable: false,
  tags: ['x'],
  url: 'http://127.0.0.1',
  headers: { 'Content-Type': 'text/plain', authorization: '******', 'x-old': '1' },
  actions: ['a_WH_D'],
  // A field of a newer broker.
  new_one: 7,
}
const action: Action = {
  type: 'http',
  name: 'a_WH_D',
  connector: 'a_WH_D',
  ...status,
  enable: true,
  rules: ['a_WH_D'],
  parameters: { method: 'put', headers: { 'content-type': 'application/json' }, max_retries: 5 },
  resource_opts: { query_mode: 'sync' },
}
const rule: Rule = {
  id: 'a_WH_D',
  name: '',
  sql: 'SELECT * FROM "t"',
  from: ['t'],
  actions: ['http:a_WH_D', { function: 'console' }],
  enable: true,
  description: 'Alerts',
  created_at: '',
  last_modified_at: '',
}
const parts = { connector, action, rule }

describe('the settings of a webhook', () => {
  test('have the headers that are sent, each once', () => {
    expect(toSettings('a', parts).action.parameters.headers).toEqual({
      'content-type': 'application/json',
      authorization: '******',
      'x-old': '1',
    })
  })

  test('go back to the three parts with all that no form knows', () => {
    const bodies = toPartBodies({ ...toSettings('a', parts), description: 'New' }, parts)
    expect(bodies.connector).toMatchObject({
      type: 'http',
      name: 'a_WH_D',
      enable: false,
      tags: ['x'],
      new_one: 7,
      description: 'New',
    })
    expect(bodies.connector).not.toHaveProperty('status')
    expect(bodies.connector).not.toHaveProperty('actions')
    expect(bodies.action).toMatchObject({
      connector: 'a_WH_D',
      enable: true,
      description: 'New',
      parameters: { method: 'put', max_retries: 5 },
      resource_opts: { query_mode: 'sync' },
    })
    expect(bodies.rule).toMatchObject({ id: 'a_WH_D', actions: rule.actions, description: 'New', enable: true })
  })

  test('leave a secret header with the part that has it, and a new one goes to both', () => {
    const kept = toPartBodies(toSettings('a', parts), parts)
    expect(kept.connector.headers).toHaveProperty('authorization', '******')
    expect((kept.action.parameters as { headers: object }).headers).not.toHaveProperty('authorization')
    const settings = toSettings('a', parts)
    const { parameters } = settings.action
    const typed = {
      ...settings,
      action: { ...settings.action, parameters: { ...parameters, headers: { authorization: 'new' } } },
    }
    const changed = toPartBodies(typed, parts)
    expect(changed.connector.headers).toEqual({ authorization: 'new' })
    expect(changed.action.parameters).toMatchObject({ headers: { authorization: 'new' } })
  })

  test('make a part again that is missing, as the others are', () => {
    const bodies = toPartBodies(toSettings('a', { connector }), { connector })
    expect(bodies.action).toMatchObject({ name: 'a_WH_D', connector: 'a_WH_D', enable: false })
    expect(bodies.rule).toMatchObject({ id: 'a_WH_D', actions: ['http:a_WH_D'], enable: false })
  })

  test('add the action again if it was removed from the rule', () => {
    const without = { ...parts, rule: { ...rule, actions: [] } }
    expect(toPartBodies(toSettings('a', without), without).rule.actions).toEqual(['http:a_WH_D'])
  })
})
