import type { SchemaTexts } from '../../schema-form/index.ts'

/** EMQX monitors the Erlang virtual machine. The declared texts are about the process of the MQDeck broker. */
export const erlangTexts: SchemaTexts = {
  'emqx.sysmon': {
    vm: {
      label: { en: 'Erlang VM', zh: 'Erlang 虚拟机' },
      help: { en: 'Monitoring of the Erlang virtual machine.', zh: '对 Erlang 虚拟机的监控。' },
    },
    mnesia_tm_mailbox_size_alarm_threshold: {
      label: { en: 'Database mailbox', zh: '数据库邮箱告警阈值' },
      help: {
        en: 'The alarm mnesia_transaction_manager_overload is activated above this number of waiting messages.',
        zh: '等待的消息数高于该值时触发告警 mnesia_transaction_manager_overload。',
      },
    },
    broker_pool_mailbox_size_alarm_threshold: {
      label: { en: 'Broker pool mailbox', zh: 'Broker 池邮箱告警阈值' },
      help: {
        en: 'The alarm broker_pool_overload is activated above this number of waiting messages.',
        zh: '等待的消息数高于该值时触发告警 broker_pool_overload。',
      },
    },
  },
  'emqx.sysmon_os': {
    procmem_high_watermark: {
      label: { en: 'Process memory watermark', zh: '单个进程内存水位线' },
      help: {
        en: 'The alarm high_process_memory_usage is activated if one Erlang process uses more than this share of the memory.',
        zh: '单个 Erlang 进程占用的内存比例高于该值时触发告警 high_process_memory_usage。',
      },
    },
  },
  'emqx.sysmon_vm': {
    process_check_interval: {
      label: { en: 'Process check interval', zh: '进程检查间隔' },
      help: {
        en: 'How often the number of Erlang processes is checked.',
        zh: '检查 Erlang 进程数量的间隔。',
      },
    },
    process_high_watermark: {
      label: { en: 'Process high watermark', zh: '进程高水位线' },
      help: {
        en: 'The alarm too_many_processes is activated above this share of the maximum number of Erlang processes.',
        zh: 'Erlang 进程数占最大数量的比例高于该值时触发告警 too_many_processes。',
      },
    },
    process_low_watermark: {
      label: { en: 'Process low watermark', zh: '进程低水位线' },
      help: {
        en: 'The alarm too_many_processes is deactivated below this value.',
        zh: '低于该值时解除告警 too_many_processes。',
      },
    },
    long_gc: {
      label: { en: 'Long garbage collection', zh: '垃圾回收时长阈值' },
      help: {
        en: 'A garbage collection of an Erlang process that takes longer is logged.',
        zh: 'Erlang 进程的垃圾回收超过该时长时记录日志。',
      },
    },
    long_schedule: {
      label: { en: 'Long schedule', zh: '长调度阈值' },
      help: {
        en: 'An Erlang process that runs longer without interruption is logged.',
        zh: 'Erlang 进程连续运行超过该时长时记录日志。',
      },
    },
    large_heap: {
      label: { en: 'Large heap', zh: '大堆阈值' },
      help: {
        en: 'An Erlang process with a larger heap after a garbage collection is logged.',
        zh: '垃圾回收后 Erlang 进程的堆超过该大小时记录日志。',
      },
    },
    busy_dist_port: {
      label: { en: 'Busy distribution port', zh: '分布式端口繁忙' },
      help: {
        en: 'Logs when a process waits because the connection to another node is busy.',
        zh: '进程因与其他节点的连接繁忙而等待时记录日志。',
      },
    },
    busy_port: {
      label: { en: 'Busy port', zh: '端口繁忙' },
      help: {
        en: 'Logs when a process waits because a port such as a socket is busy.',
        zh: '进程因端口（例如套接字）繁忙而等待时记录日志。',
      },
    },
  },
}
