import { createSysTopics } from '@mqdeck/observe'
import { metricsModule } from '../metrics/module.ts'
import { defineModule } from '../resource-module.ts'

/** Messages in `$SYS/brokers/...`. Its settings are in {@link configsModule}. */
export const sysTopicsModule = defineModule({
  name: 'sys-topics',
  needs: { metrics: metricsModule },
  create({ node, version, startedAt, clock, broker, configuration, log }, { metrics: { stats } }) {
    const sysTopics = createSysTopics({
      node,
      version,
      description: 'MQDeck',
      startedAt,
      clock,
      hooks: broker.hooks,
      publish: broker.publish,
      hasAudience: broker.hasAudience,
      source: broker,
      stats,
      settings: configuration.plain('sys_topics'),
      log,
    })
    return {
      roots: { sys_topics: { apply: (next) => sysTopics.update(next) } },
      start: sysTopics.start,
      stop: sysTopics.stop,
    }
  },
})
