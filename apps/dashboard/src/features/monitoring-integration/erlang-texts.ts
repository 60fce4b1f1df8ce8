import type { SchemaTexts } from '../../schema-form/index.ts'

/** EMQX runs in the Erlang virtual machine. The declared texts are about the process of the MQDeck broker. */
export const erlangTexts: SchemaTexts = {
  'prometheus.collectors': {
    vm_statistics: {
      label: { en: 'Erlang VM statistics', zh: 'Erlang VM 统计' },
      help: {
        en: 'Adds the run queues, reductions, garbage collections and I/O of the Erlang virtual machine to the metrics.',
        zh: '在指标中加入 Erlang 虚拟机的运行队列、归约次数、垃圾回收与 I/O。',
      },
    },
    vm_memory: {
      label: { en: 'Erlang VM memory', zh: 'Erlang VM 内存' },
      help: {
        en: 'Adds the memory of the Erlang virtual machine by kind to the metrics: processes, binaries, atoms, ETS and code.',
        zh: '在指标中加入 Erlang 虚拟机各类内存：进程、二进制、原子、ETS 与代码。',
      },
    },
    vm_system_info: {
      label: { en: 'Erlang VM limits', zh: 'Erlang VM 系统信息' },
      help: {
        en: 'Adds the number and limit of processes, ports, atoms and ETS tables, and the schedulers to the metrics.',
        zh: '在指标中加入进程、端口、原子与 ETS 表的数量和上限，以及调度器信息。',
      },
    },
    vm_dist: {
      label: { en: 'Erlang distribution', zh: 'Erlang 分布式' },
      help: {
        en: 'Adds the connections between the nodes of the cluster and their queues to the metrics.',
        zh: '在指标中加入集群节点之间的连接及其队列。',
      },
    },
    mnesia: {
      label: { en: 'Mnesia', zh: 'Mnesia' },
      help: {
        en: 'Adds the transactions, locks and memory of the Mnesia database to the metrics.',
        zh: '在指标中加入 Mnesia 数据库的事务、锁与内存。',
      },
    },
    vm_msacc: {
      label: { en: 'Microstate accounting', zh: '微状态统计' },
      help: {
        en: 'Adds the time that the schedulers spend in each state to the metrics. This costs performance.',
        zh: '在指标中加入调度器处于各状态的时间，会影响性能。',
      },
    },
  },
}
