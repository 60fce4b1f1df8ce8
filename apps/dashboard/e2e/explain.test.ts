import { connectMqttJs, connectRaw } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const at = () => ({ host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 })
const codeOf = (username: string, password: string) =>
  connectMqttJs(at(), { clientId: 'device', username, password }).then(
    async ({ end }) => {
      await end()
      return 0
    },
    (error: { code?: number }) => error.code,
  )

async function explain(page: Page, verdict: string, password?: string): Promise<void> {
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await page.getByRole('region', { name: 'Result' }).getByText(verdict, { exact: true }).waitFor()
}

test('a finding of the security checklist links to the page that fixes it, and passes after the fix', async () => {
  const page = await stage.open('/security')
  const lineOf = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const line = lineOf('Clients connect without authentication')
  await line.getByText('Critical').waitFor()
  await line.getByRole('link').click()
  await page.waitForURL(/\/authentication$/)
  const authenticator = {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  }
  await stage.api('POST', '/authentication', authenticator)
  const users = '/authentication/password_based:built_in_database/users'
  await stage.api('POST', users, { user_id: 'ann', password: 'secret', is_superuser: false })
  await page.goto('/security')
  await lineOf('Clients must authenticate').getByText('Passed').waitFor()
})

test('the explained result is what happens to the client', async () => {
  const rules = '{allow, {username, "ann"}, publish, ["a/#"]}.\n{deny, all}.'
  await stage.api('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })

  const page = await stage.open('/explain?clientid=device&username=ann&action=publish&topic=a%2Fb')
  await explain(page, 'Rejected by Password · Built-in database.', 'wrong')
  await page.getByText('The password is wrong').waitFor()
  expect(await codeOf('ann', 'wrong')).toBeGreaterThan(0)

  await explain(page, 'Publish to a/b allowed by ACL file.', 'secret')
  await page.getByText('line 1: {allow, {username, "ann"}, publish, ["a/#"]}').waitFor()
  await page.getByLabel('Topic').fill('b')
  await explain(page, 'Publish to b denied by ACL file.')
  const client = await connectRaw(at(), { clientId: 'device', username: 'ann', password: Buffer.from('secret') })
  expect(await client.publish('a/b', 'x', { qos: 1 })).toBeLessThan(0x80)
  expect(await client.publish('b', 'x', { qos: 1 })).toBe(0x87)
  await client.disconnect()

  await stage.api('POST', '/banned', { as: 'clientid', who: 'device', reason: 'loud' })
  await explain(page, 'Rejected: the client is banned.')
  await page.getByText('loud').waitFor()
  expect(await codeOf('ann', 'secret')).toBeGreaterThan(0)
  await stage.api('DELETE', '/banned/clientid/device')
})

test('unsaved rules can be tested with a client and stay unsaved', async () => {
  const page = await stage.open('/authorization/create?type=built_in_database')
  await page.getByRole('button', { name: 'Test with a client' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Client ID').fill('c1')
  await drawer.getByLabel('Username').fill('ann')
  await drawer.getByLabel('Password', { exact: true }).fill('secret')
  await drawer.getByText('Publish', { exact: true }).click()
  await drawer.getByLabel('Topic').fill('a/1')
  await drawer.getByRole('button', { name: 'Explain', exact: true }).click()
  await drawer.getByText('This result is based on unsaved settings.').waitFor()
  await drawer.getByRole('button', { name: /^No match\s*Built-in database/ }).waitFor()
  expect(await stage.api('GET', '/authorization/sources')).toMatchObject({ sources: [{ type: 'file' }] })
  expect(stage.server.broker.client('c1')).toBeUndefined()
})
