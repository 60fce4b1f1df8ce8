import * as z from 'zod'
import { bodyRoot, object } from '../fields/body.ts'
import { field } from '../fields/field.ts'
import {
  choice,
  duration,
  flag,
  integer,
  type Kind,
  list,
  mapOf,
  nested,
  oneOf,
  partsOf,
  setting,
  struct,
  structKind,
  template,
  text,
  variants,
  type WireValue,
} from '../struct/index.ts'
import { lazily, toOpenApi } from '../to-open-api.ts'
import { isRecord } from '../unknown-values.ts'

const property = (en: string, zh: string) => setting(template(), { label: { en, zh } })

const republishProperties = struct('rule_engine.republish_mqtt_properties', {
  'Payload-Format-Indicator': property('Payload format indicator', 'Payload 格式指示'),
  'Message-Expiry-Interval': property('Message expiry interval', '消息过期间隔'),
  'Content-Type': property('Content type', '内容类型'),
  'Response-Topic': property('Response topic', '响应主题'),
  'Correlation-Data': property('Correlation data', '对比数据'),
})

/** Arguments of the action `republish`. Every value may be a template over the result of the rule. */
export const republishArgs = struct('rule_engine.republish_args', {
  topic: setting(template(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: { en: 'Topic that the message is published to.', zh: '消息发布到的主题。' },
    wire: { example: 'a/1' },
  }),
  qos: setting(oneOf(integer(0, 2), template()), {
    default: '${qos}',
    label: { en: 'QoS', zh: 'QoS' },
    help: {
      en: '0, 1, 2 or a placeholder such as ${qos}. If the placeholder has no value, 0 is used.',
      zh: '0、1、2 或占位符，例如 ${qos}。占位符没有取到值时为 0。',
    },
    wire: { example: '${qos}' },
  }),
  retain: setting(oneOf(flag(), template()), {
    default: '${retain}',
    label: { en: 'Retain', zh: '保留' },
    help: {
      en: 'True, false or a placeholder such as ${flags.retain}. If the placeholder has no value, the message is not retained.',
      zh: 'true、false 或占位符，例如 ${flags.retain}。占位符没有取到值时不保留消息。',
    },
    wire: { example: '${retain}' },
  }),
  payload: setting(template(), {
    default: '${payload}',
    label: { en: 'Payload', zh: 'Payload' },
    help: {
      en: 'Text with placeholders. ${.} is the complete result of the rule as JSON.',
      zh: '可使用占位符的文本；${.} 为规则的完整结果（JSON）。',
    },
    wire: { example: '${payload}' },
  }),
  mqtt_properties: nested(republishProperties, {
    label: { en: 'MQTT 5 properties', zh: 'MQTT 5.0 属性' },
    advanced: true,
  }),
  user_properties: setting(template(), {
    default: '${user_properties}',
    label: { en: 'User properties', zh: '用户属性' },
    help: {
      en: "Template that returns a map, for example ${pub_props.'User-Property'}.",
      zh: "返回 Map 的模板，例如 ${pub_props.'User-Property'}。",
    },
    wire: { example: "${pub_props.'User-Property'}" },
    advanced: true,
  }),
  direct_dispatch: setting(oneOf(flag(), template()), {
    default: false,
    label: { en: 'Direct dispatch', zh: '直接分发' },
    help: {
      en: 'Delivers the message to subscribers only. Rules, retained messages and checks are skipped.',
      zh: '只投递给订阅者，跳过规则、保留消息和检查。',
    },
    advanced: true,
  }),
})
export type RepublishArgs = WireValue<typeof republishArgs>

const republish = struct('rule_engine.builtin_action_republish', {
  function: setting(choice(['republish']), { required: true, label: { en: 'Function', zh: '函数' } }),
  args: setting(structKind(republishArgs), { required: true, label: { en: 'Arguments', zh: '参数' } }),
})

const consoleAction = struct('rule_engine.builtin_action_console', {
  function: setting(choice(['console']), { required: true, label: { en: 'Function', zh: '函数' } }),
})

export type RuleActionSetting =
  | string
  | { readonly function: 'console' }
  | { readonly function: 'republish'; readonly args: RepublishArgs }

const builtIn = variants([consoleAction, republish])

/** An action of a rule: `type:name`, or a built-in action. */
const ruleAction: Kind<RuleActionSetting> = {
  wire: { oneOf: [structKind(consoleAction).wire, structKind(republish).wire, { type: 'string' }] },
  schema: z
    .unknown()
    .transform((value, context): RuleActionSetting => {
      if (typeof value === 'string') return isActionId(value) ? value : refuse(context, value, 'must be TYPE:NAME')
      if (!isRecord(value)) return refuse(context, value, 'must be TYPE:NAME or an object')
      const read = builtIn.schema.safeParse(value, { reportInput: true })
      if (read.success) return read.data as RuleActionSetting // one of the two structs validated it
      for (const issue of read.error.issues)
        context.issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue)
      return z.NEVER
    })
    .meta(
      lazily('oneOf', () => [
        toOpenApi(consoleAction.schema, 'input'),
        toOpenApi(republish.schema, 'input'),
        { type: 'string' },
      ]),
    ) as unknown as z.ZodType<RuleActionSetting>, // it accepts unknown input
  structs: [consoleAction, republish],
  toPlain: (value) => value,
  inside: (value) => builtIn.inside?.(value) ?? [],
}

const isActionId = (value: string) => /^[^:]+:[^:]+$/.test(value)

function refuse(context: z.RefinementCtx, value: unknown, reason: string): never {
  context.issues.push({ code: 'custom', input: value, params: { refusal: { reason }, value } })
  return z.NEVER
}

const ruleFields = {
  name: setting(text({ maxBytes: 255 }), {
    default: '',
    label: { en: 'Name', zh: '名称' },
    wire: { example: 'foo' },
  }),
  sql: setting(text({ maxBytes: 65_536 }), {
    required: true,
    label: { en: 'SQL', zh: 'SQL' },
    help: {
      en: 'Selects messages and events, and the fields of the result.',
      zh: '选择要处理的消息和事件，以及结果中的字段。',
    },
    wire: { example: 'SELECT * FROM "test/topic" WHERE payload.x = 1' },
  }),
  actions: setting(list(ruleAction), {
    default: [],
    label: { en: 'Actions', zh: '动作' },
    help: { en: 'Actions that run for each result.', zh: '对每个结果执行的动作。' },
  }),
  enable: setting(flag(), { default: true, label: { en: 'Enabled', zh: '启用' } }),
  description: setting(text({ maxBytes: 4096 }), {
    default: '',
    label: { en: 'Description', zh: '描述' },
    wire: { example: 'Some description' },
  }),
} as const

const anyObject: Kind<Readonly<Record<string, unknown>>> = {
  wire: { type: 'object', example: {} },
  schema: field({ type: 'object', example: {} }, (value, no) =>
    isRecord(value) ? value : no({ reason: 'must be an object' }),
  ),
  structs: [],
  toPlain: (value) => value,
}

const aboutMetadata = {
  label: { en: 'Metadata', zh: '元数据' },
  help: { en: 'Stored with the rule.', zh: '与规则一起保存。' },
} as const

/** A rule for creation. */
export const ruleCreation = struct('rule_engine.rule_creation', {
  // EMQX accepts it without documenting it.
  id: setting(
    text({
      pattern: /^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/,
      expects: 'letters, digits, - and _, beginning with a letter or digit',
    }),
    { hidden: true, label: { en: 'ID', zh: 'ID' } },
  ),
  ...ruleFields,
  metadata: setting(anyObject, aboutMetadata),
})

type RuleParts = Partial<WireValue<typeof ruleCreation>>

/** A change of a rule. Missing fields keep their values. */
export const ruleChange = object(partsOf(ruleCreation.fields)).register(bodyRoot, {
  root: 'root',
}) as unknown as z.ZodType<RuleParts, RuleParts> // built field by field

/** A rule in the configuration, under its ID. `metadata` has `created_at` and `last_modified_at` in milliseconds. */
export const rule = struct('rule_engine.rules', {
  ...ruleFields,
  metadata: setting(anyObject, aboutMetadata),
})
export type RuleSettings = WireValue<typeof rule>

const engineFields = {
  ignore_sys_message: setting(flag(), {
    default: true,
    label: { en: 'Ignore $SYS messages', zh: '忽略系统消息' },
    help: { en: 'Rules ignore messages whose topic starts with $SYS.', zh: '规则不处理主题以 $SYS 开头的消息。' },
  }),
  jq_function_default_timeout: setting(duration({ min: '1ms' }), {
    default: '10s',
    label: { en: 'jq timeout', zh: 'jq 函数超时时间' },
    help: { en: 'Maximum duration of one call of the jq function.', zh: '单次 jq 函数调用允许的最长时间。' },
  }),
} as const

/** The body of `/rule_engine`. */
export const ruleEngineOptions = struct('rule_engine.rule_engine', engineFields)

/** Root `rule_engine`. */
export const ruleEngine = struct('rule_engine', {
  ...engineFields,
  jq_implementation_module: setting(choice(['jq_nif', 'jq_port']), {
    hidden: true,
    advanced: true,
    label: { en: 'jq implementation', zh: 'jq 实现模块' },
    help: {
      en: 'No effect on this broker. jq always runs outside of the main thread.',
      zh: '在此服务端不起作用。jq 始终在独立线程中运行。',
    },
  }),
  rules: setting(mapOf('$id', structKind(rule)), {
    default: {},
    label: { en: 'Rules', zh: '规则' },
  }),
})
