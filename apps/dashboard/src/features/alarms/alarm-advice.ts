import { defineMessages } from '../../i18n/index.ts'

/** Cause and remedy of each kind of alarm. Only the drawer of an alarm shows them, so they are not part of the first load. */
export const alarmAdvice = defineMessages({
  en: {
    high_cpu_usage:
      'The total CPU usage is above the high watermark. Check which clients publish or receive most messages, and which other programs run on the host.',
    high_system_memory_usage:
      'The host or container is low on memory. Sessions with long message queues and retained messages use most of it.',
    high_process_memory_usage:
      'The memory of the broker process is close to its limit. Check for sessions with long message queues.',
    high_message_queue_usage:
      'Message queues use most of the memory available to them. At the limit, the sessions with the longest queues drop their oldest messages. Check for clients that do not receive messages and for sessions with long message queues.',
    too_many_processes: 'The number of processes of the broker is close to its limit.',
    too_many_open_files:
      'Each connection uses an open file. Raise the system limit (ulimit -n, LimitNOFILE). At the limit, new connections are rejected.',
    disk_full:
      'Less than 64 MB are free on the disk of the data directory. New persistent sessions, queued messages and retained messages are rejected until space is freed.',
    disk_not_responding:
      'The disk of the data directory has not answered a write for 5 seconds. Persistent sessions are rejected, and clients that wait for an acknowledgement are disconnected. Check the disk and the system log of the host. The alarm is deactivated when the disk answers.',
    jq_paused:
      'The rule that uses the program fails until the pause ends. Then the program is retried. The alarm is deactivated when the program completes in time or the SQL of the rule is changed.',
    long_schedule:
      'The broker could not do any other work for this time. Usual causes are a large batch of work or too few CPUs.',
    long_gc: 'The broker was paused for this time to free memory. The usual cause is a large heap.',
    mnesia_transaction_manager_overload: 'Changes to the cluster database wait too long.',
    broker_pool_overload: 'Subscribe and unsubscribe requests wait too long.',
    partition: 'Cluster nodes cannot reach each other. Check the network between them.',
    license_quota: 'The number of connections is close to the limit of the license.',
    license_expiry: 'The license expires soon.',
    unexpected_error:
      'The broker continues to run, but part of it may no longer work. Save the log, restart the node when convenient, and report the error.',
    conn_congestion:
      'The client receives messages more slowly than they are sent, so they are queued in the broker. The alarm is deactivated one minute after the client has caught up.',
    connector: 'The connection to the external system is lost. It is retried automatically.',
    action: 'Messages cannot be sent and are buffered until the external system is available again.',
    source: 'No messages are received from the external system until it is available again.',
    authn: 'The authenticator cannot reach its backend and is skipped. The connection is retried automatically.',
    authz: 'The ACL source cannot reach its backend and is skipped. The connection is retried automatically.',
    listener:
      'Clients cannot connect to this listener. Usual causes are a port that another program uses or a missing certificate file. Correct the listener settings, then start it again.',
    start_failed:
      'This part of the configuration could not be used at start and is disabled. Everything else is running. Correct its settings and save them.',
    resource: 'The resource is not reachable. The connection is retried automatically.',
    other: '',
  },
  zh: {
    high_cpu_usage: 'CPU 总使用率高于高水位线。请检查哪些客户端收发消息最多，以及主机上运行的其他程序。',
    high_system_memory_usage: '主机或容器的可用内存不足。消息队列较长的会话与保留消息通常占用最多。',
    high_process_memory_usage: '服务端进程的内存接近上限。请检查消息队列较长的会话。',
    high_message_queue_usage:
      '消息队列占用的内存接近上限。达到上限后，队列最长的会话将丢弃最早的消息。请检查不接收消息的客户端和消息队列较长的会话。',
    too_many_processes: '服务端的进程数接近上限。',
    too_many_open_files:
      '每个连接都是一个打开的文件。请提高系统限制（ulimit -n、LimitNOFILE），否则达到上限后新连接将被拒绝。',
    disk_full: '数据目录所在磁盘的可用空间不足 64 MB。释放空间之前，新的持久会话、排队消息与保留消息将被拒绝。',
    disk_not_responding:
      '数据目录所在磁盘超过 5 秒未响应写入。在此期间，持久会话将被拒绝，等待确认的客户端将被断开。请检查磁盘与主机的系统日志。磁盘恢复响应后，告警解除。',
    jq_paused:
      '暂停期间，使用该程序的规则每次执行都会失败；暂停结束后将再次尝试执行。程序按时完成或规则的 SQL 被修改后，告警解除。',
    long_schedule: '在此期间其他任务均无法执行。常见原因是单次处理量过大，或主机处理器不足。',
    long_gc: '服务端为释放内存停顿了该时长，常见原因是堆过大。',
    mnesia_transaction_manager_overload: '集群数据库的变更等待时间过长。',
    broker_pool_overload: '订阅与取消订阅的等待时间过长。',
    partition: '集群节点之间失去联系，请检查节点间的网络。',
    license_quota: '连接数接近 License 上限。',
    license_expiry: 'License 即将失效。',
    unexpected_error: '服务端仍在运行，但部分功能可能异常。请保存日志，择机重启该节点，并反馈该错误。',
    conn_congestion: '客户端接收消息的速度低于发送速度，消息在服务端排队。客户端跟上一分钟后告警解除。',
    connector: '与外部系统的连接已断开，将自动重试。',
    action: '消息暂时无法转发，将在缓冲区中等待外部系统恢复。',
    source: '外部系统恢复前无法读取数据。',
    authn: '认证器无法连接到后端，已被跳过，将自动重连。',
    authz: 'ACL 数据源无法连接到后端，已被跳过，将自动重连。',
    listener: '客户端无法连接到该监听器。常见原因是端口被其他程序占用，或证书文件缺失。请修正监听器配置后重新启动。',
    start_failed: '该部分配置在启动时无法使用，已被禁用，其他部分正常运行。请修正配置并保存。',
    resource: '无法连接，将自动重试。',
    other: '',
  },
})
