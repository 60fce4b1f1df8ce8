import { mostTraces } from '@mqdeck/contract'
import { defineMessages } from '../i18n/index.ts'

export const messages = defineMessages({
  en: {
    trace: 'Trace',
    traceOf: {
      clientid: 'Trace the client',
      topic: 'Trace the topic',
      ip_address: 'Trace the address',
      ruleid: 'Trace the rule',
    },
    failed: 'The trace could not be started.',
    full: `There are ${mostTraces} traces already, and there cannot be more. Delete one that is no longer needed.`,
    allTraces: 'Go to the traces',
    alreadyRuns: (name: string) => `${name} traces this already.`,
  },
  zh: {
    trace: '追踪',
    traceOf: { clientid: '追踪客户端', topic: '追踪主题', ip_address: '追踪 IP 地址', ruleid: '追踪规则' },
    failed: '无法开始追踪。',
    full: `已有 ${mostTraces} 个追踪，不能再创建。请先删除不再需要的追踪。`,
    allTraces: '前往追踪列表',
    alreadyRuns: (name) => `${name} 已在追踪该对象。`,
  },
})
