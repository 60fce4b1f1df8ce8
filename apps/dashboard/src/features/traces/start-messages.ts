import { mostTraces } from '@mqdeck/contract'
import { defineMessages } from '../../i18n/index.ts'

export const messages = defineMessages({
  en: {
    trace: 'Trace',
    traceOf: {
      clientid: 'Trace client',
      topic: 'Trace topic',
      ip_address: 'Trace IP address',
      ruleid: 'Trace rule',
    },
    startFailed: 'Could not start the trace',
    limitReached: `The limit of ${mostTraces} traces is reached. Delete a trace first.`,
    showTraces: 'Show traces',
    alreadyRunning: (name: string) => `Trace ${name} is already running`,
  },
  zh: {
    trace: '追踪',
    traceOf: { clientid: '追踪客户端', topic: '追踪主题', ip_address: '追踪 IP 地址', ruleid: '追踪规则' },
    startFailed: '无法开始追踪',
    limitReached: `已达到 ${mostTraces} 个追踪的上限，请先删除一个追踪。`,
    showTraces: '查看追踪',
    alreadyRunning: (name) => `追踪 ${name} 已在运行`,
  },
})
