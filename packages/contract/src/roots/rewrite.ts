import { choice, identityOf, list, setting, struct, structKind, text } from '../struct/index.ts'

/** Maximum number of rules in EMQX. Beyond it, the API returns 413 EXCEED_LIMIT. */
export const maxRewriteRules = 20

/** A topic rewrite rule. */
export const rewriteRule = struct('modules.rewrite', {
  action: setting(choice(['subscribe', 'publish', 'all']), {
    required: true,
    label: { en: 'Action', zh: '操作' },
    help: { en: 'Operations that the rule applies to.', zh: '规则适用的操作。' },
    wire: { example: 'publish' },
  }),
  source_topic: setting(text(), {
    required: true,
    label: { en: 'Source topic', zh: '源主题' },
    help: { en: 'Only topics that match this filter are rewritten.', zh: '仅重写匹配该过滤器的主题。' },
    wire: { example: 'x/#' },
  }),
  dest_topic: setting(text(), {
    required: true,
    label: { en: 'Target topic', zh: '目标主题' },
    help: {
      en: 'Topic after the rewrite. $1, $2 and so on are the groups of the regular expression, ${clientid} and ${username} are those of the client.',
      zh: '重写后的主题。$1、$2 等引用正则中的分组，${clientid} 与 ${username} 引用客户端信息。',
    },
    wire: { example: 'z/y/$1' },
  }),
  re: setting(text(), {
    required: true,
    label: { en: 'Regular expression', zh: '正则表达式' },
    help: { en: 'Topics that do not match are not rewritten.', zh: '不匹配的主题不会被重写。' },
    wire: { example: '^x/y/(.+)$' },
  }),
})

/** Root `rewrite`: rules in the order in which they are applied. */
export const rewriteRules = list({
  ...structKind(rewriteRule),
  identify: identityOf('action', 'source_topic', 're'),
})
