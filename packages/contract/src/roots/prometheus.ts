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
        en: 'Sends metrics to a Pushgateway, for a Prometheus server that cannot reach this broker.',
        zh: '将指标发送到 Pushgateway，适用于 Prometheus 无法访问本服务端的场景。',
      },
    }),
    url: setting(url(), {
      default: 'http://127.0.0.1:9091',
      label: { en: 'Pushgateway URL', zh: 'Pushgateway URL' },
      help: { en: 'Address of the Pushgateway, without /metrics.', zh: 'Pushgateway 的地址，不含 /metrics。' },
    }),
    method: setting(choice({ put: { en: 'PUT', zh: 'PUT' }, post: { en: 'POST', zh: 'POST' } }), {
      default: 'put',
      label: { en: 'Method', zh: '请求方法' },
      help: {
        en: 'put replaces all metrics of the job, post only metrics of the same name.',
        zh: 'put 会替换该任务的全部指标，post 仅替换同名指标。',
      },
      advanced: true,
    }),
    interval: setting(duration({ min: '1s' }), {
      default: '15s',
      label: { en: 'Interval', zh: '推送间隔' },
      help: { en: 'Time between two pushes, at least 1 s.', zh: '两次推送之间的时间，至少 1 秒。' },
      wire: { example: '32s' },
    }),
    headers: setting(anyMap({ ...text(), secret: true }), {
      default: {},
      label,
      help: {
        en: 'HTTP headers sent with every push, for example Authorization.',
        zh: '随每次推送发送的 HTTP 请求头，例如 Authorization。',
      },
      wire: { example: {} },
      advanced: true,
    }),
    job_name: setting(text(), {
      default: '${name}/instance/${name}~${host}',
      label: { en: 'Job name', zh: '任务名称' },
      help: {
        en: 'Path after /metrics/job/, which is the job name followed by pairs of label and value. ${name} and ${host} are the parts of the node name.',
        zh: '即 /metrics/job/ 之后的部分：任务名及成对的其他标签。${name} 与 ${host} 为节点名的两部分。',
      },
      advanced: true,
    }),
  },
  ({ url: address, job_name, headers }, refuse) => {
    if (!/^https?:\/\//i.test(address)) refuse('url', 'must begin with http:// or https://')
    const { username, password } = new URL(address)
    if (username !== '' || password !== '')
      refuse('url', 'must not contain a username or password. Use the header Authorization instead')
    const filled = job_name.replace(/\$\{(name|host)\}/g, 'x')
    if (!/^[^\s?#${}]+$/.test(filled) || filled.split('/').includes(''))
      refuse(
        'job_name',
        'must be a job name followed by pairs of label and value, separated by /. Only ${name} and ${host} are replaced',
      )
    for (const [name, value] of Object.entries(headers))
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value))
        refuse(`headers.${name}`, 'must have a name without spaces and a value on one line')
  },
)

const states = { enabled: { en: 'Enabled', zh: '启用' }, disabled: { en: 'Disabled', zh: '禁用' } }

const collectorFields = {
  vm_dist: setting(choice({ disabled: { en: 'Disabled', zh: '禁用' }, enabled: { en: 'Enabled', zh: '启用' } }), {
    default: 'disabled',
    label: { en: 'Erlang distribution', zh: 'Erlang 分布式' },
    help: {
      en: 'This broker does not use Erlang. This setting cannot be changed.',
      zh: '本服务端不使用 Erlang。此项不可修改。',
    },
    readOnly: true,
    advanced: true,
  }),
  mnesia: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Mnesia', zh: 'Mnesia' },
    help: {
      en: 'This broker does not use Mnesia. This setting cannot be changed.',
      zh: '本服务端不使用 Mnesia。此项不可修改。',
    },
    readOnly: true,
    advanced: true,
  }),
  vm_statistics: setting(choice(states), {
    default: 'disabled',
    label: { en: 'CPU and event loop of the process', zh: '进程的 CPU 与事件循环' },
    help: {
      en: 'Adds CPU time and the utilization and delay of the event loop to the metrics.',
      zh: '在指标中加入 CPU 时间以及事件循环的利用率与延迟。',
    },
  }),
  vm_system_info: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Start time, version and open files of the process', zh: '进程的启动时间、版本与文件' },
    help: {
      en: 'Adds the start time, the Node.js version and the open file limit to the metrics.',
      zh: '在指标中加入启动时间、Node.js 版本与可打开文件数上限。',
    },
  }),
  vm_memory: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Memory of the process', zh: '进程的内存' },
    help: {
      en: 'Adds resident memory, heap and external memory to the metrics.',
      zh: '在指标中加入常驻内存、堆与外部内存。',
    },
  }),
  vm_msacc: setting(choice(states), {
    default: 'disabled',
    label: { en: 'Microstate accounting', zh: '微状态统计' },
    help: {
      en: 'This broker does not use Erlang. This setting cannot be changed.',
      zh: '本服务端不使用 Erlang。此项不可修改。',
    },
    readOnly: true,
    advanced: true,
  }),
}
const collectors = struct('prometheus.collectors', collectorFields, unchanged(collectorFields))

/** Metrics for Prometheus (root `prometheus`, `/prometheus`). */
export const prometheus = struct('prometheus.recommend_setting', {
  enable_basic_auth: setting(flag(), {
    default: false,
    label: { en: 'Authentication required', zh: '要求认证' },
    help: {
      en: 'Only API keys (HTTP Basic) and signed-in users can read the metrics. If disabled, anyone who can reach the dashboard can read them.',
      zh: '仅 API 密钥（HTTP Basic）与已登录用户可以读取指标。关闭时，任何能访问控制台的人都可读取。',
    },
  }),
  push_gateway: nested(pushGateway, { label: { en: 'Pushgateway', zh: 'Pushgateway' } }),
  collectors: nested(collectors, { label: { en: 'Additional metrics', zh: '其他指标' } }),
})
