import { anyMap, choice, duration, flag, nested, setting, struct, text, url } from '../struct/index.ts'
import { unchanged } from './locked.ts'

const label = { en: 'HTTP headers', zh: 'HTTP 请求头' }

const pushGateway = struct(
  'prometheus.push_gateway',
  {
    enable: setting(flag(), {
      default: false,
      label: { en: 'Push', zh: '启用推送' },
      help: {
        en: 'Sends the figures to a Pushgateway, for a Prometheus that cannot reach this server.',
        zh: '将指标发送到 Pushgateway，适用于 Prometheus 无法访问本服务的场景。',
      },
    }),
    url: setting(url(), {
      default: 'http://127.0.0.1:9091',
      label: { en: 'Pushgateway', zh: 'Pushgateway 地址' },
      help: { en: 'Its address, without /metrics.', zh: 'Pushgateway 的地址，不含 /metrics。' },
    }),
    method: setting(choice(['put', 'post']), {
      default: 'put',
      label: { en: 'Method', zh: '请求方法' },
      help: {
        en: 'put replaces all figures of the job, post only those of the same name.',
        zh: 'put 会替换该任务的全部指标，post 仅替换同名指标。',
      },
      advanced: true,
    }),
    interval: setting(duration({ min: '1s' }), {
      default: '15s',
      label: { en: 'Interval', zh: '推送间隔' },
      help: { en: 'Time between two pushes.', zh: '两次推送之间的时间。' },
      wire: { example: '32s' },
    }),
    headers: setting(anyMap({ ...text(), secret: true }), {
      default: {},
      label,
      help: { en: 'Sent with every push, for example an Authorization.', zh: '随每次推送发送，例如 Authorization。' },
      wire: { example: {} },
      advanced: true,
    }),
    job_name: setting(text(), {
      default: '${name}/instance/${name}~${host}',
      label: { en: 'Job name', zh: '任务名称' },
      help: {
        en: 'What follows /metrics/job/: the job and further labels in pairs. ${name} and ${host} are the parts of the node name.',
        zh: '即 /metrics/job/ 之后的部分：任务名及成对的其他标签。${name} 与 ${host} 为节点名的两部分。',
      },
      advanced: true,
    }),
  },
  ({ url: address, job_name, headers }, refuse) => {
    if (!/^https?:\/\//i.test(address)) refuse('url', 'must begin with http:// or https://')
    const { username, password } = new URL(address)
    if (username !== '' || password !== '')
      refuse('url', 'must not hold a user and a password: set the header Authorization for them')
    const filled = job_name.replace(/\$\{(name|host)\}/g, 'x')
    if (!/^[^\s?#${}]+$/.test(filled) || filled.split('/').includes(''))
      refuse(
        'job_name',
        'must be a job name and pairs of label and value with / between them; only ${name} and ${host} are filled in',
      )
    for (const [name, value] of Object.entries(headers))
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value))
        refuse(`headers.${name}`, 'must be a header: a name without spaces and a value on one line')
  },
)

const states = ['enabled', 'disabled'] as const

const collectorFields = {
  vm_dist: setting(choice(['disabled', 'enabled']), {
    default: 'disabled',
    label: { en: 'Erlang distribution', zh: 'Erlang 分布式' },
    help: { en: 'Locked: there is no Erlang in this server.', zh: '已锁定：本服务不使用 Erlang。' },
    readOnly: true,
    advanced: true,
  }),
  mnesia: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Mnesia', zh: 'Mnesia' },
    help: { en: 'Locked: there is no Mnesia in this server.', zh: '已锁定：本服务不使用 Mnesia。' },
    readOnly: true,
    advanced: true,
  }),
  vm_statistics: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Process: CPU and event loop', zh: '进程：CPU 与事件循环' },
    help: {
      en: 'Adds CPU time, and utilization and delay of the event loop to the figures.',
      zh: '在指标中加入 CPU 时间以及事件循环的利用率与延迟。',
    },
  }),
  vm_system_info: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Process: start, version, files', zh: '进程：启动时间、版本、文件' },
    help: {
      en: 'Adds the start time, the version of Node.js and the limit of open files to the figures.',
      zh: '在指标中加入启动时间、Node.js 版本与可打开文件数上限。',
    },
  }),
  vm_memory: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Process: memory', zh: '进程：内存' },
    help: {
      en: 'Adds resident memory, heap and external memory to the figures.',
      zh: '在指标中加入常驻内存、堆与外部内存。',
    },
  }),
  vm_msacc: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Microstate accounting', zh: '微状态统计' },
    help: { en: 'Locked: there is no Erlang in this server.', zh: '已锁定：本服务不使用 Erlang。' },
    readOnly: true,
    advanced: true,
  }),
}
const collectors = struct('prometheus.collectors', collectorFields, unchanged(collectorFields))

/** Figures for Prometheus (root `prometheus`, `/prometheus`). */
export const prometheus = struct('prometheus.recommend_setting', {
  enable_basic_auth: setting(flag(), {
    default: false,
    label: { en: 'Require a login', zh: '要求认证' },
    help: {
      en: 'Figures are answered to API keys (HTTP basic) and signed-in users only. While off, anyone who reaches the dashboard can read them.',
      zh: '仅向 API 密钥（HTTP Basic）与已登录用户提供指标。关闭时，任何能访问控制台的人都可读取。',
    },
  }),
  push_gateway: nested(pushGateway, { label: { en: 'Pushgateway', zh: 'Pushgateway' } }),
  collectors: nested(collectors, { label: { en: 'Further figures', zh: '其他指标' } }),
})
