import type { Locale } from '../../../i18n/index.ts'
import { reasonText } from '../../../lib/reason-text.ts'
import type { NoteEvent } from './sequence.ts'

type Text = Readonly<Record<Locale, string>>

/** Messages of the broker that a client's trace has, in words. */
const titles: Readonly<Record<string, Text>> = {
  authentication_result: { en: 'Authentication', zh: '认证' },
  authenticator_result: { en: 'Authenticator', zh: '认证器' },
  authentication_failure: { en: 'Authentication failed', zh: '认证失败' },
  authorization_permission_allowed: { en: 'Allowed', zh: '授权允许' },
  authorization_permission_denied: { en: 'Denied', zh: '授权拒绝' },
  authorization_module_match: { en: 'Source decides', zh: '数据源作出决定' },
  authorization_module_nomatch: { en: 'Source does not decide', zh: '数据源未匹配' },
  authorization_module_match_ignore: { en: 'Source passes on', zh: '数据源交给下一个' },
  authorization_module_failed: { en: 'Source failed', zh: '数据源出错' },
  cannot_publish_to_topic_due_to_not_authorized: { en: 'Not authorized to publish', zh: '无权发布' },
  cannot_subscribe_due_to_not_authorized: { en: 'Not authorized to subscribe', zh: '无权订阅' },
  connect_refused_by_hook: { en: 'Connection refused by an extension', zh: '扩展拒绝连接' },
  msg_publish_not_allowed: { en: 'Message stopped by an extension', zh: '扩展阻止了消息' },
  topic_filters_changed_by_hook: { en: 'Topic filters changed', zh: '主题过滤器被更改' },
  message_topic_rewritten: { en: 'Topic rewritten', zh: '主题被重写' },
  dropped_msg_due_to_mqueue_is_full: { en: 'Message dropped: queue full', zh: '消息被丢弃：队列已满' },
  dropped_qos0_msg: { en: 'Message dropped', zh: '消息被丢弃' },
  delivery_dropped: { en: 'Message not delivered', zh: '消息未投递' },
  message_dropped: { en: 'Message dropped', zh: '消息被丢弃' },
  session_created: { en: 'New session', zh: '新建会话' },
  session_resumed: { en: 'Session resumed', zh: '恢复会话' },
  session_discarded: { en: 'Session discarded', zh: '会话被丢弃' },
  session_takenover: { en: 'Session taken over', zh: '会话被接管' },
  session_terminated: { en: 'Session ended', zh: '会话结束' },
  emqx_connection_terminated: { en: 'Connection ended', zh: '连接结束' },
  publish_to: { en: 'Routed', zh: '路由消息' },
  subscribe: { en: 'Subscribed', zh: '已订阅' },
  unsubscribe: { en: 'Unsubscribed', zh: '已取消订阅' },
  publish_will_msg: { en: 'Will message published', zh: '发布遗嘱消息' },
  dispatch_retained_messages: { en: 'Retained messages sent', zh: '发送保留消息' },
  socket_receive_paused_by_rate_limit: { en: 'Receiving paused by a rate limit', zh: '因限速暂停接收' },
  connection_overloaded: { en: 'Too much waits for the client', zh: '发往客户端的数据积压过多' },
  trace_lines_dropped: { en: 'Lines are missing from the trace', zh: '追踪缺少部分内容' },
  trace_stopping: { en: 'The trace ends', zh: '追踪结束' },
}

const results: Readonly<Record<string, Text>> = {
  allow: { en: 'allowed', zh: '允许' },
  deny: { en: 'refused', zh: '拒绝' },
  ignore: { en: 'passed on', zh: '交给下一个' },
}

/** What the broker says, in words; its own word where nobody knows. */
export const noteTitle = ({ msg }: NoteEvent, locale: Locale): string =>
  (Object.hasOwn(titles, msg) ? titles[msg] : undefined)?.[locale] ?? msg

/** The fields that say most, in a few words. */
export function noteDetails({ msg, fields, payload }: NoteEvent, locale: Locale): string {
  const field = (name: string) => fields.find(([one]) => one === name)?.[1]
  const result = field('result')
  const reason = field('reason')
  const source = field('source') ?? field('module') ?? field('authenticator')
  const said = [
    result && (results[result]?.[locale] ?? result),
    field('action') ?? field('pub_sub'),
    field('topic'),
    reason && reasonText(reason, locale),
    source,
    field('rule_id') ?? field('action_id'),
    msg === 'publish_to' ? payload : undefined,
  ]
  return said.filter((part) => part !== undefined && part !== '').join(' · ')
}
