import { expect, it } from 'vitest'
import { configurationReference } from './configuration-reference.ts'

// On purpose a snapshot: `npm run docs:configuration` writes it.
it('docs/configuration.md equals what `npm run docs:configuration` generates', async () => {
  await expect(configurationReference()).toMatchFileSnapshot('../../../../docs/configuration.md')
})
