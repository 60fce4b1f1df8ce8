import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { signIn } from './browser.ts'
import { useStage } from './use-stage.ts'

// With the port 0, the page does not know the address of its listener.
const stage = useStage({ settings: { 'dashboard.port': 0 } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A free port. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function moveTo(page: Page, port: number, warning: RegExp): Promise<void> {
  await page.getByLabel('Address and port').first().fill(`127.0.0.1:${port}`)
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(warning).waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
}

test('moving the current listener shows the new address before saving and links to it afterwards', async () => {
  const [first, second] = [await freePort(), await freePort()]
  const page = await stage.open('/dashboard-settings')
  await moveTo(page, first, /may no longer be reachable at this address/)
  await page.getByText('Updated successfully').waitFor()

  await page.goto(`http://127.0.0.1:${first}/dashboard-settings`)
  await signIn(page)
  const address = `http://127.0.0.1:${second}`
  await moveTo(page, second, new RegExp(`This page moves to ${address}`))
  await page.getByRole('link', { name: `Open ${address}` }).click()
  await page.waitForURL(`${address}/**`)
  await signIn(page)
})
