import { type delayed, getDelayed, getRetainer, type retainer, type WireValue } from '@mqdeck/contract'
import { defineQuery } from './query.ts'

/** The settings of retained messages; the lists and the forms share the answer. */
export const retainerQuery = defineQuery<undefined, WireValue<typeof retainer>>({
  name: 'retainer',
  load: (call, _args, signal) => call(getRetainer, { signal }),
})

/** The same of delayed messages. */
export const delayedQuery = defineQuery<undefined, WireValue<typeof delayed>>({
  name: 'delayed-settings',
  load: (call, _args, signal) => call(getDelayed, { signal }),
})
