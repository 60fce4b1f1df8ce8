import { expect, it } from 'vitest'
import { configurationReference } from './configuration-reference.ts'

// A snapshot that `npm run docs:configuration` writes.
it('docs/configuration.md equals what `npm run docs:configuration` generates', async () => {
  await expect(configurationReference()).toMatchFileSnapshot('../../../../docs/configuration.md')
})
