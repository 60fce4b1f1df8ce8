import { type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

/** Path of the rules file of a new EMQX broker. */
export const defaultPath = '${EMQX_ETC_DIR}/acl.conf'

/** Bytes. The ACL text of 10 000 rules has about 1 MB. */
const longest = 8 * 1024 * 1024

const settings = struct(
  'authz.api_file',
  {
    enable: enableField,
    rules: setting(text({ maxBytes: longest }), {
      label: { en: 'Rules', zh: '规则' },
      help: {
        en: 'Each rule ends with a dot. The first matching rule decides. Example: {allow, {username, "ann"}, publish, ["a/#"]}.',
        zh: '每条规则以英文句点结尾，第一条匹配的规则生效。示例：{allow, {username, "ann"}, publish, ["a/#"]}.',
      },
      wire: { format: 'acl' },
    }),
    type: typeField('file'),
    // Used in configuration files of EMQX. The API returns the rules themselves.
    path: setting(text(), { hidden: true, label: { en: 'File', zh: '文件' } }),
  },
  ({ rules, path }, refuse) => {
    if (rules === undefined && path === undefined) refuse('rules', 'required_field')
  },
)

const exampleRules = `%% The first rule that matches decides; each ends with a dot.
{deny, all, subscribe, ["$SYS/#", {eq, "#"}]}.

{allow, all}.
`

export type FileSettings = PlainValue<typeof settings>

export const file: AuthzManifest = {
  type: 'file',
  category: 'file',
  mark: 'Ac',
  label: { en: 'ACL file', zh: 'ACL 文件' },
  about: {
    en: 'Rules as text in the configuration. The fastest source.',
    zh: '以文本编写并保存在配置中的规则，速度最快。',
  },
  example: { rules: exampleRules },
  structs: [settings],
}
