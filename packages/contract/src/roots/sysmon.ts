import {
  byteSize,
  disabled,
  duration,
  flag,
  integer,
  nested,
  oneOf,
  percent,
  setting,
  struct,
} from '../struct/index.ts'
import type { Text } from '../text.ts'
import { unchanged } from './locked.ts'

const oneProcess: Text = {
  en: 'Connections have no processes and heaps of their own on this broker. The heap of the broker process is monitored by the process watermarks. This setting cannot be changed.',
  zh: '本服务端的连接没有各自的进程与堆。服务端进程的堆由进程水位线监控。此项不可修改。',
}
const noPorts: Text = {
  en: 'Applies only to the Erlang virtual machine, which this broker does not use. This setting cannot be changed.',
  zh: '仅与 Erlang 虚拟机有关，本服务端不使用它。此项不可修改。',
}
const noMailboxes: Text = {
  en: 'Applies only to processes with mailboxes, which this broker does not have. This setting cannot be changed.',
  zh: '仅与带邮箱的进程有关，本服务端没有此类进程。此项不可修改。',
}

const osFields = {
  cpu_check_interval: setting(duration({ min: '1s' }), {
    default: '60s',
    label: { en: 'CPU check interval', zh: 'CPU 检查间隔' },
    help: {
      en: 'How often the total CPU usage is checked, at least 1 s. The usage is the average since the last check.',
      zh: '检查 CPU 总使用率的间隔，至少 1 秒。使用率为自上次检查以来的平均值。',
    },
  }),
  cpu_high_watermark: setting(percent(), {
    default: '80%',
    label: { en: 'CPU high watermark', zh: 'CPU 高水位线' },
    help: { en: 'The alarm high_cpu_usage is activated above this value.', zh: '高于该值时触发告警 high_cpu_usage。' },
  }),
  cpu_low_watermark: setting(percent(), {
    default: '60%',
    label: { en: 'CPU low watermark', zh: 'CPU 低水位线' },
    help: {
      en: 'The alarm high_cpu_usage is deactivated below this value.',
      zh: '低于该值时解除告警 high_cpu_usage。',
    },
  }),
  mem_check_interval: setting(oneOf(duration({ min: '1s' }), disabled()), {
    default: '60s',
    label: { en: 'Memory check interval', zh: '内存检查间隔' },
    help: {
      en: 'How often the memory usage of the host or container is checked, at least 1 s.',
      zh: '检查主机或容器内存使用率的间隔，至少 1 秒。',
    },
  }),
  sysmem_high_watermark: setting(percent(), {
    default: '70%',
    label: { en: 'Memory high watermark', zh: '内存高水位线' },
    help: {
      en: 'The alarm high_system_memory_usage is activated above this value. It is deactivated 5 percentage points below.',
      zh: '高于该值时触发告警 high_system_memory_usage。低于该值 5 个百分点时解除。',
    },
  }),
  procmem_high_watermark: setting(percent(), {
    default: '5%',
    label: { en: 'Process memory watermark', zh: '单个进程内存水位线' },
    help: oneProcess,
    readOnly: true,
  }),
} as const

const vmFields = {
  process_check_interval: setting(duration({ min: '1s' }), {
    default: '30s',
    label: { en: 'Process check interval', zh: '进程检查间隔' },
    help: {
      en: 'How often the file descriptors, the heap and the pauses of the broker process are checked, at least 1 s.',
      zh: '检查服务端进程的文件描述符、堆与停顿的间隔，至少 1 秒。',
    },
  }),
  process_high_watermark: setting(percent(), {
    default: '80%',
    label: { en: 'Process high watermark', zh: '进程高水位线' },
    help: {
      en: 'An alarm is activated above this share of file descriptors or of the V8 heap. The alarms are too_many_open_files and high_process_memory_usage.',
      zh: '文件描述符或 V8 堆的使用率高于该值时触发告警。告警分别为 too_many_open_files 与 high_process_memory_usage。',
    },
  }),
  process_low_watermark: setting(percent(), {
    default: '60%',
    label: { en: 'Process low watermark', zh: '进程低水位线' },
    help: { en: 'Both alarms are deactivated below this value.', zh: '低于该值时上述两个告警解除。' },
  }),
  long_gc: setting(oneOf(duration({ min: '1ms' }), disabled()), {
    default: 'disabled',
    label: { en: 'Long garbage collection', zh: '垃圾回收时长阈值' },
    help: {
      en: 'The alarm long_gc is activated if a garbage collection takes longer. It is deactivated after a check interval without such a collection.',
      zh: '单次垃圾回收超过该值时触发告警 long_gc，一个检查间隔内未再出现则解除。',
    },
  }),
  long_schedule: setting(oneOf(duration({ min: '1ms' }), disabled()), {
    default: '240ms',
    label: { en: 'Event loop delay', zh: '事件循环延迟阈值' },
    help: {
      en: 'The alarm long_schedule is activated if the event loop is blocked for longer. It is deactivated after a check interval without such a delay.',
      zh: '事件循环被阻塞超过该值时触发告警 long_schedule，一个检查间隔内未再出现则解除。',
    },
  }),
  large_heap: setting(oneOf(byteSize(), disabled()), {
    default: '32MB',
    label: { en: 'Large heap', zh: '大堆阈值' },
    help: oneProcess,
    readOnly: true,
  }),
  busy_dist_port: setting(flag(), {
    default: true,
    label: { en: 'Busy distribution port', zh: '分布式端口繁忙' },
    help: noPorts,
    readOnly: true,
  }),
  busy_port: setting(flag(), {
    default: true,
    label: { en: 'Busy port', zh: '端口繁忙' },
    help: noPorts,
    readOnly: true,
  }),
} as const

type Refuse = (field: string, reason: string) => void

/** With a low watermark above the high one, the alarm would change at every check. */
function inOrder(low: string, high: string, field: string, refuse: Refuse): void {
  if (Number.parseFloat(low) > Number.parseFloat(high)) refuse(field, `must not be above the high watermark of ${high}`)
}

const lockedOs = unchanged(osFields)
const sysmonOs = struct('emqx.sysmon_os', osFields, (value, refuse) => {
  lockedOs(value, refuse)
  inOrder(value.cpu_low_watermark, value.cpu_high_watermark, 'cpu_low_watermark', refuse)
})

const lockedVm = unchanged(vmFields)
const sysmonVm = struct('emqx.sysmon_vm', vmFields, (value, refuse) => {
  lockedVm(value, refuse)
  inOrder(value.process_low_watermark, value.process_high_watermark, 'process_low_watermark', refuse)
})

const sysmonFields = {
  vm: nested(sysmonVm, {
    label: { en: 'Process', zh: '进程' },
    help: { en: 'Monitoring of the broker process.', zh: '对服务端进程的监控。' },
  }),
  os: nested(sysmonOs, {
    label: { en: 'Operating system', zh: '操作系统' },
    help: { en: 'Monitoring of the host.', zh: '对主机的监控。' },
  }),
  mnesia_tm_mailbox_size_alarm_threshold: setting(integer(1), {
    default: 500,
    label: { en: 'Database mailbox', zh: '数据库邮箱告警阈值' },
    help: noMailboxes,
    readOnly: true,
  }),
  broker_pool_mailbox_size_alarm_threshold: setting(integer(1), {
    default: 500,
    label: { en: 'Broker pool mailbox', zh: 'Broker 池邮箱告警阈值' },
    help: noMailboxes,
    readOnly: true,
  }),
} as const

/** System monitoring (root `sysmon`). Intervals in plain units are milliseconds, Infinity for `disabled`. */
export const sysmon = struct('emqx.sysmon', sysmonFields, unchanged(sysmonFields))
