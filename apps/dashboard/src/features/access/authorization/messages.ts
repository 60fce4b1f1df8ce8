import { defineMessages, plural } from '../../../i18n/index.ts'

/** Texts of the source pages and the settings. Texts of both chains are in chain/messages.ts. */
export const messages = defineMessages({
  en: {
    title: 'Authorization',
    description:
      'Sources are checked in order. The first to allow or deny an action decides; otherwise the default applies.',
    count: (count: number) => plural(count, 'ACL source'),
    newMember: 'New ACL source',
    member: 'ACL source',
    results: {
      allow: { label: 'Allowed', hint: 'Number of actions that this source has allowed.' },
      deny: { label: 'Denied', hint: 'Number of actions that this source has denied.' },
      nomatch: {
        label: 'No match',
        hint: 'Number of actions that no rule of this source matches. The next source decides.',
      },
      ignore: {
        label: 'Ignored',
        hint: 'Number of actions that this source did not decide, because it does not apply to them or its backend failed. The next source decides.',
      },
    },
    dataTab: 'Rules',
    disableQuestion: (name: string) => `Disable source ${name}?`,
    deleteQuestion: (name: string) => `Delete source ${name}?`,
    risks: [
      'Unauthorized clients may be able to publish and subscribe.',
      'Clients may lose permissions that this source grants.',
    ],
    dataDeleted: 'Its rules are deleted too.',
    connectedClients: 'The change applies to connected clients immediately.',
    /** By the decision if no source matches. */
    ifEmpty: {
      allow: {
        empty: 'Clients can publish and subscribe to all topics',
        emptyHint:
          'Sources appear here. Without one, every action is allowed. Create a source, or deny unmatched actions in the settings.',
        allDisabled: 'All sources are disabled. Clients can publish and subscribe to all topics.',
        lastIsDown: 'Actions that no earlier source decides are allowed.',
        noneLeft: ['No enabled source is left. Clients can publish and subscribe to all topics.'],
      },
      deny: {
        empty: 'Clients cannot publish or subscribe',
        emptyHint:
          'Sources appear here. Without one, only superusers can publish and subscribe. Create a source to allow more.',
        allDisabled: 'All sources are disabled. Clients cannot publish or subscribe.',
        lastIsDown: 'Actions that no earlier source decides are denied.',
        noneLeft: ['No enabled source is left. Clients cannot publish or subscribe.'],
      },
      unknown: {
        empty: 'No sources yet',
        emptyHint:
          'Sources appear here. Without one, the default in the settings applies. Create a source to check permissions.',
        allDisabled: 'All sources are disabled.',
        lastIsDown: 'The default in the settings applies to actions that no earlier source decides.',
        noneLeft: ['No enabled source is left.'],
      },
    },
    noMatch: { allow: 'If no source matches: allow', deny: 'If no source matches: deny' },
    fallsThrough: (next: string) => `While it is down, ${next} checks its actions.`,
    notFound: 'Source not found',
    notFoundHint: (type: string) => `The chain has no source ${type}. It may have been deleted.`,
    allMembers: 'All sources',
    alreadyUsed: 'Already in the chain. Each type of source can be used only once.',
    created: (name: string) => `${name} created and added to the start of the chain`,
    placeholders: {
      topic: 'Topic of the message or subscription',
      action: 'publish or subscribe',
      qos: 'QoS of the message or subscription',
      retain: 'Retain flag of the message',
      zone: 'Zone of the client',
    },
    afterChange: {
      cleared: 'Authorization cache cleared. The change applies to connected clients immediately.',
      kept: 'Could not clear the authorization cache. Connected clients keep cached results until they expire, after 1 minute by default.',
    },
    cache: {
      clear: 'Clear cache',
      question: 'Clear the authorization cache of all clients?',
      note: 'The sources then check every action again, which increases their load for a short time.',
      done: 'Authorization cache cleared',
      failed: 'Could not clear the authorization cache',
    },
    groups: { decision: 'Decision', cache: 'Cache' },
    allowWarning: 'Actions that no source matches will be allowed for every client.',
  },
  zh: {
    title: '客户端授权',
    description: '依次检查各数据源，由第一个允许或拒绝的数据源决定；否则按默认结果处理。',
    count: (count: number) => `${count} 个 ACL 数据源`,
    newMember: '创建 ACL 数据源',
    member: 'ACL 数据源',
    results: {
      allow: { label: '允许', hint: '该数据源允许的操作次数。' },
      deny: { label: '拒绝', hint: '该数据源拒绝的操作次数。' },
      nomatch: { label: '不匹配', hint: '该数据源没有规则匹配的操作次数，由下一个数据源决定。' },
      ignore: { label: '忽略', hint: '该数据源因不适用或查询失败而未作判断的操作次数，由下一个数据源决定。' },
    },
    dataTab: '权限规则',
    disableQuestion: (name: string) => `禁用数据源 ${name}？`,
    deleteQuestion: (name: string) => `删除数据源 ${name}？`,
    risks: ['未经授权的客户端可能会发布和订阅。', '客户端可能失去由该数据源授予的权限。'],
    dataDeleted: '其权限规则将一并删除。',
    connectedClients: '更改对已连接的客户端立即生效。',
    /** By the decision if no source matches. */
    ifEmpty: {
      allow: {
        empty: '客户端可以发布和订阅任意主题',
        emptyHint: '此处显示 ACL 数据源。没有数据源时允许所有操作。请创建数据源，或在设置中拒绝未匹配的操作。',
        allDisabled: '所有数据源均已禁用，客户端可以发布和订阅任意主题。',
        lastIsDown: '未被前面的数据源决定的操作将被允许。',
        noneLeft: ['没有启用的数据源，客户端可以发布和订阅任意主题。'],
      },
      deny: {
        empty: '客户端不能发布和订阅',
        emptyHint: '此处显示 ACL 数据源。没有数据源时只有超级用户可以发布和订阅。请创建数据源以允许其他操作。',
        allDisabled: '所有数据源均已禁用，客户端不能发布和订阅。',
        lastIsDown: '未被前面的数据源决定的操作将被拒绝。',
        noneLeft: ['没有启用的数据源，客户端不能发布和订阅。'],
      },
      unknown: {
        empty: '暂无数据源',
        emptyHint: '此处显示 ACL 数据源。没有数据源时按设置中的默认结果处理。请创建数据源以检查权限。',
        allDisabled: '所有数据源均已禁用。',
        lastIsDown: '未被前面的数据源决定的操作按设置中的默认结果处理。',
        noneLeft: ['没有启用的数据源。'],
      },
    },
    noMatch: { allow: '没有数据源匹配时：允许', deny: '没有数据源匹配时：拒绝' },
    fallsThrough: (next: string) => `断开期间，操作由 ${next} 检查。`,
    notFound: '数据源不存在',
    notFoundHint: (type: string) => `授权链中没有数据源 ${type}，可能已被删除。`,
    allMembers: '所有数据源',
    alreadyUsed: '授权链中已存在，每种数据源只能添加一次。',
    created: (name: string) => `${name} 已创建并添加到授权链开头`,
    placeholders: {
      topic: '消息或订阅的主题',
      action: 'publish 或 subscribe',
      qos: '消息或订阅的 QoS',
      retain: '是否为保留消息',
      zone: '客户端所在的区域',
    },
    afterChange: {
      cleared: '已清除授权缓存，更改对已连接的客户端立即生效。',
      kept: '无法清除授权缓存。已连接的客户端将继续使用缓存的结果，直到缓存过期（默认 1 分钟）。',
    },
    cache: {
      clear: '清除缓存',
      question: '清除所有客户端的授权缓存？',
      note: '之后每个操作都会由数据源重新检查，其负载会短暂升高。',
      done: '授权缓存已清除',
      failed: '无法清除授权缓存',
    },
    groups: { decision: '判断', cache: '缓存' },
    allowWarning: '没有数据源匹配的操作将对所有客户端允许。',
  },
})
