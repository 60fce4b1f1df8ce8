import { choice, duration, flag, integer, list, nested, setting, struct, text } from '../struct/index.ts'

const authzCache = struct('emqx.authz_cache', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Cache', zh: '缓存' },
    help: {
      en: 'Remembers decisions for each connected client, so that sources are not asked again and again.',
      zh: '为每个已连接的客户端记住授权结果，避免反复查询数据源。',
    },
  }),
  max_size: setting(integer(1, 1_048_576), {
    default: 32,
    label: { en: 'Decisions per client', zh: '每个客户端的缓存条数' },
    help: {
      en: 'When a client has more topics than this, the one not used for longest is forgotten.',
      zh: '超过该数量时，最久未使用的结果会被移除。',
    },
  }),
  ttl: setting(duration({ min: '1ms' }), {
    default: '1m',
    label: { en: 'Valid for', zh: '有效期' },
    help: {
      en: 'A change of a rule in an outside system is seen after this time at the latest.',
      zh: '外部系统中的规则变更最迟在该时间后生效。',
    },
  }),
  excludes: setting(list(text()), {
    default: [],
    label: { en: 'Topics never cached', zh: '不缓存的主题' },
    help: {
      en: 'Topic filters; decisions about topics that match are always made anew.',
      zh: '主题过滤器；匹配的主题每次都会重新授权。',
    },
  }),
})

/** What is decided beside the sources (root `authorization`, without `sources`, which are plug-ins). */
export const authorizationOptions = struct('authorization', {
  cache: nested(authzCache, { label: { en: 'Cache', zh: '缓存' } }),
  deny_action: setting(choice(['ignore', 'disconnect']), {
    default: 'ignore',
    label: { en: 'When denied', zh: '授权拒绝后的操作' },
    help: {
      en: 'ignore: the client is told and goes on. disconnect: it loses its connection.',
      zh: 'ignore：告知客户端，连接保持；disconnect：断开客户端连接。',
    },
  }),
  no_match: setting(choice(['allow', 'deny']), {
    default: 'allow',
    label: { en: 'When no rule matches', zh: '未匹配任何规则时' },
    help: {
      en: 'What no source has decided is allowed or denied. In production choose deny.',
      zh: '没有任何数据源作出决定时，允许或拒绝。生产环境建议选择 deny。',
    },
  }),
})
