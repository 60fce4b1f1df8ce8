import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, boolean, count, page, paging, response, string } from '../fields/index.ts'

/**
 * A problem that needs attention. Times are RFC 3339, `duration` is milliseconds, `deactivate_at` is set when the alarm
 * is deactivated.
 */
export const Alarm = response({
  node: z.string(),
  name: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).meta({ type: 'object' }),
  duration: count(),
  activate_at: z.string(),
  deactivate_at: z.string().optional(),
})
export type Alarm = z.infer<typeof Alarm>

/** Active alarms, or with `activated=false` past alarms, newest first. */
export const listAlarms = endpoint({
  method: 'GET',
  path: '/alarms',
  tag: 'Alarms',
  query: z.object({ ...paging, activated: boolean().optional() }),
  ok: { 200: page(Alarm) },
})

/** Deletes past alarms. */
export const clearAlarms = endpoint({
  method: 'DELETE',
  path: '/alarms',
  title: { en: 'Clear alarm history', zh: '清除历史告警' },
  tag: 'Alarms',
  ok: { 204: empty },
})

/** Deactivates an alarm. If the problem persists, the next check activates it again. */
export const deactivateAlarm = endpoint({
  method: 'POST',
  path: '/alarms/force_deactivate',
  title: { en: 'Deactivate alarm', zh: '解除告警' },
  tag: 'Alarms',
  body: body({ name: string() }),
  ok: { 204: empty },
  errors: { 400: ['NOT_FOUND'] },
})

export const alarms = { listAlarms, clearAlarms, deactivateAlarm }
