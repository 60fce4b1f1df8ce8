import { type FormSchema, ok, toComponents } from '@mqdeck/contract'
import { rootKinds } from '../../../configuration/roots.ts'
import type { HandlersOf } from './handlers-of.ts'

/** The form schemas, made once: they do not change. */
export function schemaHandlers(): HandlersOf<'schemas'> {
  const hotConf = toHotConf()
  return { getHotConfSchema: () => ok(hotConf) }
}

const {
  log,
  sys_topics,
  alarm,
  sysmon,
  dashboard,
  broker,
  mqtt,
  flapping_detect,
  force_shutdown,
  force_gc,
  durable_sessions,
} = rootKinds
const globalZone = { mqtt, flapping_detect, force_shutdown, force_gc, durable_sessions }

function toHotConf(): FormSchema {
  const byPath = { alarm, sysmon, sys_topics, log, dashboard, broker }
  const zone = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(globalZone).map(([name, { wire }]) => [name, wire])),
  }
  const limiter = { $ref: '#/components/schemas/limiter.limiter' }
  const both = (schema: object) => ({ put: schema, get: schema })
  return {
    info: { title: 'Hot Conf Schema', version: '0.2.0' },
    paths: {
      '/configs_reset/:rootname': {},
      '/configs': {},
      '/configs/global_zone': both(zone),
      '/configs/limiter': both(limiter),
      ...Object.fromEntries(Object.entries(byPath).map(([name, { wire }]) => [`/configs/${name}`, both(wire)])),
    },
    components: {
      schemas: {
        ...toComponents(Object.values({ ...byPath, ...globalZone }).flatMap(({ structs }) => structs)),
        'limiter.limiter': { type: 'object', properties: {} },
      },
    },
  }
}
