import { test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('the embedded broker shows its node and leads to the migration to a cluster', async () => {
  const page = await stage.open('/cluster')
  await page.getByRole('link', { name: stage.server.broker.node }).waitFor()
  await page.getByRole('button', { name: 'Migrate to a cluster' }).click()
  await page.getByRole('heading', { name: 'Migration', level: 1 }).waitFor()
})
