import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('the timeline lists the events of a client newest first and can be filtered', async () => {
  const { client } = await stage.connect('line-1', { username: 'ann' })
  await client.subscribeAsync('hall/#', { qos: 1 })
  // The default rules deny subscribing to all of $SYS.
  await client.subscribeAsync('$SYS/#').catch(() => {})
  const page = await stage.open('/clients/detail/line-1')
  const entries = page.getByRole('tabpanel').getByRole('listitem')
  await entries.filter({ hasText: /Connected.*127\.0\.0\.1.*MQTT 5\.0.*tcp:default.*user ann/ }).waitFor()
  await entries.filter({ hasText: /Subscribed.*hall\/#.*QoS 1/ }).waitFor()
  await expect.poll(() => entries.last().innerText()).toMatch(/Session created|Connected/)

  await client.endAsync()
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect.poll(() => entries.allInnerTexts()).toContainEqual(expect.stringMatching(/Disconnected by the client/))

  await page.getByRole('radio', { name: /^Subscriptions/ }).check()
  await page.waitForURL('**kind=subscription*')
  await expect.poll(() => entries.filter({ hasText: 'Connected' }).count()).toBe(0)
})
