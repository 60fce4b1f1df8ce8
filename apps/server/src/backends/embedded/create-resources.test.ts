import { describe, expect, it } from 'vitest'
import type { BrokerContext } from './broker-context.ts'
import { createResources } from './create-resources.ts'
import { defineModule, type Resource } from './resource-module.ts'

const context = {} as BrokerContext // the modules below do not use it

const words = defineModule({ name: 'words', create: () => ({ provides: ['one', 'two'] }) })
const count = defineModule({
  name: 'count',
  needs: { words },
  create: async (_context, { words: some }) => ({ provides: some.length, stop: () => {} }),
})

describe('modules', () => {
  it('in the right order get what the modules that they need provide', async () => {
    const created: Resource[] = []
    const resources = await createResources([words, count], context, created)
    expect(resources.get(count)).toBe(2)
    expect(created).toHaveLength(2)
  })

  it('before a module that they need are refused by name', async () => {
    await expect(createResources([count, words], context, [])).rejects.toThrow('count must come after the module words')
  })

  it('without a handler for each endpoint are refused by the name of the endpoint', async () => {
    const resources = await createResources([words], context, [])
    expect(() => resources.handlers()).toThrow('the endpoint getStatus has no module')
  })

  it('with two handlers for one endpoint are refused by the name of the endpoint', async () => {
    const twice = defineModule({
      name: 'twice',
      create: () => ({ handlers: { getRetainer: () => ({ status: 200, body: {} }) as never } }),
    })
    const again = defineModule({ ...twice, name: 'again' })
    const resources = await createResources([twice, again], context, [])
    expect(() => resources.handlers()).toThrow('the endpoint getRetainer has two modules')
  })

  it('without a connection for each configuration root are refused by the name of the root', async () => {
    const resources = await createResources([words], context, [])
    expect(() => resources.roots()).toThrow('the configuration root mqtt has no module')
  })
})
