import {
  choice,
  duration,
  flag,
  integer,
  nested,
  type PlainValue,
  secretTemplate,
  setting,
  struct,
  template,
  text,
} from '@mqdeck/contract'
import type { GatewayManifest } from '../port.ts'

const translator = (name: string, topic: string) =>
  struct(`gateway.lwm2m_translator_${name}`, {
    topic: setting(text({ maxBytes: 1024 }), {
      default: topic,
      label: { en: 'Topic', zh: '主题' },
      help: { en: 'Topic after the mountpoint.', zh: '挂载点之后的主题。' },
    }),
    qos: setting(integer(0, 2), {
      default: 0,
      label: { en: 'QoS', zh: 'QoS' },
      help: { en: 'QoS of the messages or of the subscription.', zh: '消息或订阅的 QoS。' },
    }),
  })

const translators = struct('gateway.lwm2m_translators', {
  command: nested(translator('command', 'dn/#'), {
    label: { en: 'Commands', zh: '命令' },
    help: {
      en: 'Topic filter to which each device is subscribed for commands.',
      zh: '每台设备为接收命令而订阅的主题过滤器。',
    },
  }),
  response: nested(translator('response', 'up/resp'), {
    label: { en: 'Responses', zh: '响应' },
    help: { en: 'Topic of responses to commands.', zh: '命令响应的主题。' },
  }),
  notify: nested(translator('notify', 'up/notify'), {
    label: { en: 'Notifications', zh: '通知' },
    help: { en: 'Topic of values of observed resources.', zh: '被观察资源的值的主题。' },
  }),
  register: nested(translator('register', 'up/resp'), {
    label: { en: 'Registrations', zh: '注册' },
    help: { en: 'Topic of messages about registered devices.', zh: '设备注册消息的主题。' },
  }),
  update: nested(translator('update', 'up/update'), {
    label: { en: 'Updates', zh: '更新' },
    help: { en: 'Topic of messages about updated registrations.', zh: '注册更新消息的主题。' },
  }),
})

const fields = {
  lifetime_min: setting(duration({ min: '1s' }), {
    default: '15s',
    label: { en: 'Minimum lifetime', zh: '最短生命周期' },
    help: {
      en: 'Registrations with a shorter lifetime expire after this time.',
      zh: '生命周期更短的注册在该时间后过期。',
    },
  }),
  lifetime_max: setting(duration({ min: '1s' }), {
    default: '86400s',
    label: { en: 'Maximum lifetime', zh: '最长生命周期' },
    help: {
      en: 'Registrations with a longer lifetime expire after this time without an update.',
      zh: '生命周期更长的注册在该时间内没有更新时过期。',
    },
  }),
  qmode_time_window: setting(duration({ min: '1s' }), {
    default: '22s',
    label: { en: 'Queue mode window', zh: '队列模式时间窗口' },
    help: {
      en: 'A device in queue mode is considered asleep when this time has passed since its last message. Commands then wait for its next message.',
      zh: '队列模式的设备在最后一条消息之后经过该时间即视为休眠，此后的命令等待其下一条消息。',
    },
  }),
  auto_observe: setting(flag(), {
    default: false,
    label: { en: 'Automatic observation', zh: '自动观察' },
    help: {
      en: 'Observes the object Device (/3/0) of each device that registers.',
      zh: '对每台注册的设备自动观察其 Device 对象（/3/0）。',
    },
  }),
  update_msg_publish_condition: setting(
    choice({
      always: { en: 'Every update', zh: '每次更新' },
      contains_object_list: { en: 'Updates with a list of objects', zh: '包含对象列表的更新' },
    }),
    {
      default: 'contains_object_list',
      label: { en: 'Publish updates', zh: '发布更新消息' },
      help: {
        en: 'Updates of a registration that are published. Devices send a list of their objects only after it has changed.',
        zh: '要发布的注册更新。设备仅在对象列表变化后发送该列表。',
      },
    },
  ),
  xml_dir: setting(text({ maxBytes: 4096 }), {
    default: 'etc/lwm2m_xml',
    label: { en: 'Folder of object definitions', zh: '对象定义目录' },
    help: {
      en: 'Folder on the node with further object definitions as XML files of the OMA registry. It may be missing, because the core objects 0 to 7 are built in.',
      zh: '节点上存放更多对象定义（OMA 注册表的 XML 文件）的目录。核心对象 0 到 7 已内置，因此该目录可以不存在。',
    },
    wire: { example: '/etc/emqx/lwm2m_xml' },
  }),
  translators: nested(translators, {
    label: { en: 'Topics', zh: '主题' },
    help: {
      en: 'Topics of commands, responses, notifications and registrations.',
      zh: '命令、响应、通知和注册的主题。',
    },
  }),
} as const

/** The settings in plain units: times in milliseconds. */
export type Lwm2mSettings = PlainValue<typeof settings>
const settings = struct('gateway.lwm2m', fields)

const override = (label: { readonly en: string; readonly zh: string }, kind = template()) =>
  setting(kind, {
    label,
    help: {
      en: 'Replaces the value of the registration. ${Packet.endpoint_name} is the query parameter ep; other parameters likewise.',
      zh: '替换注册中的值。${Packet.endpoint_name} 为查询参数 ep，其他参数同理。',
    },
  })

const clientInfoOverride = struct('gateway.clientinfo_override', {
  username: override({ en: 'Username', zh: '用户名' }),
  password: override({ en: 'Password', zh: '密码' }, secretTemplate()),
  clientid: override({ en: 'Client ID', zh: '客户端 ID' }),
})

export const lwm2m = {
  name: 'lwm2m',
  label: { en: 'LwM2M', zh: 'LwM2M' },
  about: { en: 'Devices that are managed with LwM2M 1.0 or 1.1.', zh: '使用 LwM2M 1.0 或 1.1 管理的设备。' },
  mark: 'Lw',
  transports: ['udp', 'dtls'],
  defaultListener: { type: 'udp', port: 5783 },
  component: 'emqx_gateway_api.lwm2m',
  fields,
  clientInfoOverride,
  defaultMountpoint: 'lwm2m/${endpoint_name}/',
  check({ lifetime_min, lifetime_max }, refuse) {
    if (typeof lifetime_min === 'number' && typeof lifetime_max === 'number' && lifetime_min > lifetime_max)
      refuse('lifetime_min', 'must not be longer than lifetime_max')
  },
  authenticators: ['built_in_database', 'mysql', 'mongodb', 'postgresql', 'redis', 'http']
    .map((backend) => `password_based:${backend}`)
    .concat('jwt'),
  clientColumns: [{ field: 'lifetime', label: { en: 'Lifetime', zh: '生命周期' } }],
} as const satisfies GatewayManifest
