import { silentLog, systemClock } from '@mqdeck/kit'
import { createTempStore } from '@mqdeck/testkit'
import { describeAuthz } from '@mqdeck/testkit/suites'
import { runtime } from './runtime.ts'
import { openStoredRules } from './stored-rules.ts'

describeAuthz('the built-in database', {
  open: async () => {
    const { store, remove } = await createTempStore()
    const rules = openStoredRules(store, () => {})
    return {
      async source(stored) {
        await rules.removeAll()
        for (const { username, qos, ...rule } of stored) {
          const before = rules.get(['username', username]) ?? []
          const added = { ...rule, qos: qos === undefined ? [0, 1, 2] : [qos], retain: 'all' as const }
          await rules.put([{ owner: ['username', username], rules: [...before, added] }])
        }
        const settings = { type: 'built_in_database', enable: true, max_rules: 100 } as const
        return runtime.create(settings, {
          store,
          clock: systemClock,
          log: silentLog,
          folder: '/nowhere',
          rules,
        })
      },
      close: remove,
    }
  },
})
