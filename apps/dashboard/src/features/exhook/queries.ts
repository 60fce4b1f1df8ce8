import {
  createExHook,
  deleteExHook,
  type ExHook,
  type ExHookHook,
  type ExHookTest,
  getExHook,
  listExHookHooks,
  listExHooks,
  moveExHook,
  testExHook,
  updateExHook,
} from '@mqdeck/contract'
import type { z } from 'zod'
import { defineChange, defineQuery, type Moved } from '../../api/index.ts'

interface ByName {
  readonly name: string
}

export type ExHookSettings = z.input<typeof createExHook.body>

export const exhooksQuery = defineQuery<undefined, readonly ExHook[]>({
  name: 'exhooks',
  load: (call, _, signal) => call(listExHooks, { signal }),
  poll: 'chosen',
})

export const exhookQuery = defineQuery<ByName, ExHook>({
  name: 'exhook',
  load: (call, params, signal) => call(getExHook, { params, signal }),
  poll: 'chosen',
})

/** Milliseconds between two refreshes of metrics, on the open tab only. */
const metricsInterval = 3000

/** The same server, for the tab with its metrics. */
export const exhookMetricsQuery = defineQuery<ByName, ExHook>({
  name: 'exhook-metrics',
  load: (call, params, signal) => call(getExHook, { params, signal }),
  poll: 'chosen',
  interval: metricsInterval,
})

export const hooksQuery = defineQuery<ByName, readonly ExHookHook[]>({
  name: 'exhook-hooks',
  load: (call, params, signal) => call(listExHookHooks, { params, signal }),
  poll: 'chosen',
  interval: metricsInterval,
})

const outdated = [exhooksQuery, exhookQuery, exhookMetricsQuery, hooksQuery]

interface Saving extends ByName {
  readonly settings: Readonly<Record<string, unknown>>
}

/** The form has checked the fields, and the broker checks them again. */
const bodyOf = ({ name, settings }: Saving) => ({ ...settings, name }) as ExHookSettings

export const exhookChanges = {
  create: defineChange<Saving, unknown>({
    apply: (call, saving) => call(createExHook, { body: bodyOf(saving) }),
    invalidates: outdated,
  }),
  update: defineChange<Saving, unknown>({
    apply: (call, saving) => call(updateExHook, { params: { name: saving.name }, body: bodyOf(saving) }),
    invalidates: outdated,
  }),
  remove: defineChange<ByName, undefined>({
    apply: (call, params) => call(deleteExHook, { params }),
    invalidates: outdated,
  }),
  move: defineChange<Moved, undefined>({
    apply: (call, { id, position }) => call(moveExHook, { params: { name: id }, body: { position } }),
    invalidates: [exhooksQuery],
  }),
  /** An addition of MQDeck. */
  test: defineChange<Saving, ExHookTest>({
    apply: (call, saving) => call(testExHook, { body: bodyOf(saving) }),
    invalidates: [],
  }),
}
