import type { Locale } from '../../../i18n/index.ts'
import { reasonText } from '../../../lib/text/reason-text.ts'
import type { NoteEvent } from './sequence.ts'

type Text = Readonly<Record<Locale, string>>

/** Titles of the broker messages in a client trace. */
const titles: Readonly<Record<string, Text>> = {
  authentication_result: { en: 'Authentication', zh: '认证' },
  authenticator_result: { en: 'Authenticator', zh: '认证器' },
  authentication_failure: { en: 'Authentication failed', zh: '认证失败' },
  authorization_permission_allowed: { en: 'Allowed', zh: '授权允许' },
  authorization_permission_denied: { en: 'Denied', zh: '授权拒绝' },
  authorization_module_match: { en: 'ACL source matched', zh: 'ACL 数据源匹配' },
  authorization_module_nomatch: { en: 'ACL source did not match', zh: 'ACL 数据源未匹配' },
  authorization_module_match_ignore: { en: 'ACL source ignored the request', zh: 'ACL 数据源忽略请求' },
  authorization_module_failed: { en: 'ACL source failed', zh: 'ACL 数据源出错' },
  cannot_publish_to_topic_due_to_not_authorized: { en: 'Not authorized to publish', zh: '无权发布' },
  cannot_subscribe_due_to_not_authorized: { en: 'Not authorized to subscribe', zh: '无权订阅' },
  connect_refused_by_hook: { en: 'Connection rejected by an extension', zh: '扩展拒绝连接' },
  msg_publish_not_allowed: { en: 'Message dropped by an extension', zh: '扩展阻止了消息' },
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
  session_terminated: { en: 'Session terminated', zh: '会话终止' },
  emqx_connection_terminated: { en: 'Connection closed', zh: '连接关闭' },
  publish_to: { en: 'Routed', zh: '路由消息' },
  subscribe: { en: 'Subscribed', zh: '已订阅' },
  unsubscribe: { en: 'Unsubscribed', zh: '已取消订阅' },
  publish_will_msg: { en: 'Will message published', zh: '发布遗嘱消息' },
  dispatch_retained_messages: { en: 'Retained messages sent', zh: '发送保留消息' },
  socket_receive_paused_by_rate_limit: { en: 'Receiving paused by a rate limit', zh: '因限速暂停接收' },
  connection_overloaded: { en: 'Too much data queued for the client', zh: '发往客户端的数据积压过多' },
  trace_lines_dropped: { en: 'Trace lines dropped', zh: '追踪日志行被丢弃' },
  trace_stopping: { en: 'Trace stopped', zh: '追踪停止' },
}

const results: Readonly<Record<string, Text>> = {
  allow: { en: 'allowed', zh: '允许' },
  deny: { en: 'denied', zh: '拒绝' },
  ignore: { en: 'ignored', zh: '忽略' },
}

/** Title of a broker message, or its `msg` if it has no title. */
export const noteTitle = ({ msg }: NoteEvent, locale: Locale): string =>
  (Object.hasOwn(titles, msg) ? titles[msg] : undefined)?.[locale] ?? msg

/** The most important fields of a broker message in one line. */
export function noteDetails({ msg, fields, payload }: NoteEvent, locale: Locale): string {
  const field = (name: string) => fields.find(([one]) => one === name)?.[1]
  const result = field('result')
  const reason = field('reason')
  const source = field('source') ?? field('module') ?? field('authenticator')
  const parts = [
    result && (results[result]?.[locale] ?? result),
    field('action') ?? field('pub_sub'),
    field('topic'),
    reason && reasonText(reason, locale),
    source,
    field('rule_id') ?? field('action_id'),
    msg === 'publish_to' ? payload : undefined,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}
