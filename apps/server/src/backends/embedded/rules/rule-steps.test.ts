import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createRuleSteps } from './rule-steps.ts'

test('of many requested rules, only the last few are watched', () => {
  let tell: Parameters<Parameters<typeof createRuleSteps>[0]['ruleEngine']['observe']>[0] = () => {}
  const steps = createRuleSteps({
    ruleEngine: {
      observe(observer) {
        tell = observer
        return () => {}
      },
    },
    integrations: { observe: () => () => {} },
    clock: createFakeClock(),
  })
  const ids = Array.from({ length: 100 }, (_, index) => `r${index}`)
  for (const id of ids) steps.read(id, 0)
  const trace = { triggeredAt: 0, clientId: undefined }
  for (const ruleId of ids) tell({ event: 'SQL_yielded_no_result', trace: { ...trace, ruleId } })
  // In reverse order, because each request replaces the oldest one.
  const seen = ids.toReversed().filter((id) => steps.read(id, 0).steps.length > 0)
  expect(seen).toHaveLength(20)
  expect(seen[0]).toBe('r99')
  steps.stop()
})
