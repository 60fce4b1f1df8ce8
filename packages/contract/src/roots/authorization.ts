import { choice, duration, flag, integer, list, nested, setting, struct, text } from '../struct/index.ts'

const authzCache = struct('emqx.authz_cache', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Cache', zh: '缓存' },
    help: {
      en: 'Caches authorization results for each connected client, so that sources are queried less often.',
      zh: '为每个已连接的客户端缓存授权结果，减少对数据源的查询。',
    },
  }),
  max_size: setting(integer(1, 1_048_576), {
    default: 32,
    label: { en: 'Max cached results per client', zh: '每个客户端的缓存条数' },
    help: {
      en: 'Maximum number of cached results per client, up to 1,048,576. The least recently used result is removed first.',
      zh: '每个客户端缓存的最大结果数，不超过 1048576。超出时先移除最久未使用的结果。',
    },
  }),
  ttl: setting(duration({ min: '1ms' }), {
    default: '1m',
    label: { en: 'Cache lifetime', zh: '有效期' },
    help: {
      en: 'How long a cached result is used. Rule changes in external systems take effect after this time at the latest.',
      zh: '缓存结果的使用时间。外部系统中的规则变更最迟在该时间后生效。',
    },
  }),
  excludes: setting(list(text()), {
    default: [],
    label: { en: 'Excluded topics', zh: '不缓存的主题' },
    help: {
      en: 'Topic filters. Results for matching topics are not cached.',
      zh: '主题过滤器，匹配主题的授权结果不缓存。',
    },
  }),
})

/** Authorization settings besides the sources (root `authorization`, without `sources`, which are plug-ins). */
export const authorizationOptions = struct('authorization', {
  cache: nested(authzCache, { label: { en: 'Cache', zh: '缓存' } }),
  deny_action: setting(
    choice({ ignore: { en: 'Ignore', zh: '忽略' }, disconnect: { en: 'Disconnect', zh: '断开连接' } }),
    {
      default: 'ignore',
      label: { en: 'Action when denied', zh: '授权拒绝后的操作' },
      help: {
        en: 'Ignore reports the denial to the client and keeps the connection. Disconnect closes the connection.',
        zh: '忽略：告知客户端，连接保持。断开连接：断开客户端连接。',
      },
    },
  ),
  source_failure: setting(choice({ deny: { en: 'Deny', zh: '拒绝' }, ignore: { en: 'Ignore', zh: '忽略' } }), {
    default: 'deny',
    label: { en: 'If a source fails', zh: '数据源出错时' },
    help: {
      en: 'Result if a source cannot be queried. Ignore lets the next source decide. Deny rejects the request, because the source could have denied it.',
      zh: '数据源无法查询时的结果。忽略：由下一个数据源决定。拒绝：拒绝请求，因为该数据源本可能拒绝它。',
    },
  }),
  recheck_sessions: setting(flag(), {
    default: false,
    label: { en: 'Recheck sessions', zh: '重新检查会话' },
    help: {
      en: 'After a change of sources or rules, removes subscriptions and queued messages that are denied now. Otherwise existing subscriptions continue.',
      zh: '数据源或规则更改后，移除现已被拒绝的订阅和排队消息。否则现有订阅继续有效。',
    },
  }),
  no_match: setting(choice({ allow: { en: 'Allow', zh: '允许' }, deny: { en: 'Deny', zh: '拒绝' } }), {
    default: 'allow',
    label: { en: 'If no source matches', zh: '没有数据源匹配时' },
    help: {
      en: 'Result if no source allows or denies the request. Use Deny in production.',
      zh: '没有任何数据源作出决定时的结果。生产环境建议选择拒绝。',
    },
  }),
})
