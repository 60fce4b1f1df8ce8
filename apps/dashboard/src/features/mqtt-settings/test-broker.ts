import {
  autoSubscribe,
  defaultsOf,
  delayed,
  durableSessions,
  flappingDetect,
  forceGc,
  forceShutdown,
  mqtt,
  retainer,
  sysTopics,
  toComponents,
} from '@mqdeck/contract'
import type { Answers } from '../../api/render-page.tsx'
import type { FeatureRoutes } from '../../ui/index.ts'
import { mqttSettingsRoutes } from './routes.ts'

/** Tests load all pages of their routes, so these routes have only one. */
export function onlyPage(path: string): FeatureRoutes {
  return { pages: mqttSettingsRoutes.pages.filter((page) => page.path === path) }
}

export const defaultZone = {
  mqtt: defaultsOf(mqtt),
  flapping_detect: defaultsOf(flappingDetect),
  force_gc: defaultsOf(forceGc),
  force_shutdown: defaultsOf(forceShutdown),
  durable_sessions: defaultsOf(durableSessions),
}

/** A test broker with these settings. It saves changes and records requests. */
export function createTestBroker(initial: Readonly<Record<string, unknown>> = {}) {
  const values: Record<string, unknown> = {
    '/configs/global_zone': defaultZone,
    '/configs/sys_topics': defaultsOf(sysTopics),
    '/mqtt/retainer': defaultsOf(retainer),
    '/mqtt/delayed': defaultsOf(delayed),
    '/mqtt/topic_rewrite': [],
    '/mqtt/auto_subscribe': defaultsOf(autoSubscribe).topics,
    ...initial,
  }
  const sent: { readonly path: string; readonly body: unknown }[] = []
  const $ref = '#/components/schemas/emqx.sys_topics'
  const answers: Record<string, unknown> = {
    'GET /schemas/hotconf': {
      info: { title: 'Hot Conf Schema', version: '0.2.0' },
      paths: { '/configs/sys_topics': { get: { $ref } } },
      components: { schemas: toComponents([mqtt, forceShutdown, durableSessions, sysTopics]) },
    },
    'GET /mqdeck/overrides': [{ path: 'mqtt.max_inflight', source: 'MQDECK_MQTT_MAX_INFLIGHT' }],
  }
  for (const path of Object.keys(values)) {
    answers[`GET ${path}`] = () => values[path]
    answers[`PUT ${path}`] = (_target: URL, body: unknown) => {
      sent.push({ path, body })
      values[path] = body
      return values[path]
    }
  }
  return {
    answers: answers satisfies Answers,
    sent,
    /** Changes a value like another user would. */
    set: (path: string, value: unknown) => {
      values[path] = value
    },
    get: (path: string) => values[path],
  }
}
