import { defineMessages } from '../../../i18n/index.ts'

/** Texts for the names of EMQX's events. An unknown event is shown by its name. */
type EventTexts = Readonly<Record<string, string>>

const events: { readonly en: EventTexts; readonly zh: EventTexts } = {
  en: {
    rule_activated: 'Rule triggered',
    SQL_yielded_result: 'The SQL returned a result',
    SQL_yielded_no_result: 'The SQL returned no result',
    SELECT_clause_exception: 'SELECT failed',
    WHERE_clause_exception: 'WHERE failed',
    FOREACH_clause_exception: 'FOREACH failed',
    DO_clause_exception: 'DO failed',
    INCASE_clause_exception: 'INCASE failed',
    apply_rule_failed: 'The rule failed',
    action_template_rendered: 'Templates rendered',
    action_success: 'Action succeeded',
    action_failed: 'Action failed',
    action_retried: 'Retried',
    out_of_service: 'Out of service',
    request_expired: 'Expired before it was sent',
    recursive_republish_detected: 'Not republished, because the rule would trigger itself endlessly',
    action_stopped_after_template_rendering: 'Stopped here, because a dry run sends nothing',
  },
  zh: {
    rule_activated: '规则被触发',
    SQL_yielded_result: 'SQL 产生结果',
    SQL_yielded_no_result: 'SQL 没有结果',
    SELECT_clause_exception: 'SELECT 执行出错',
    WHERE_clause_exception: 'WHERE 执行出错',
    FOREACH_clause_exception: 'FOREACH 执行出错',
    DO_clause_exception: 'DO 执行出错',
    INCASE_clause_exception: 'INCASE 执行出错',
    apply_rule_failed: '规则执行失败',
    action_template_rendered: '模板已渲染',
    action_success: '动作执行成功',
    action_failed: '动作执行失败',
    action_retried: '已重试',
    out_of_service: '服务不可用',
    request_expired: '请求在发送前已过期',
    recursive_republish_detected: '未重发布：规则会无限触发自身',
    action_stopped_after_template_rendering: '到此停止：试运行不发送内容',
  },
}

export const runMessages = defineMessages({
  en: {
    title: 'Live runs',
    watch: 'Watch runs',
    stopWatching: 'Stop watching',
    hint: 'Watch runs to see each message or event, the result of the SQL and the result of each action. Dry runs appear here too.',
    waiting: 'Waiting for a message or event that the rule selects…',
    traced:
      'This cluster does not report the steps of rules. A log trace of the rule runs while you watch, for up to ten minutes. It is deleted when you stop watching.',
    incomplete: 'Some steps are missing, because too many occurred or the log trace was restarted.',
    silentNodes: (nodes: string) => `No response from ${nodes}. Runs on these nodes are missing.`,
    unsupported: 'This broker does not report the steps of rules. Run the SQL or start a dry run above instead.',
    missed: (count: number) =>
      count === 1
        ? '1 step is missing, because more steps occurred than the broker keeps.'
        : `${count} steps are missing, because more steps occurred than the broker keeps.`,
    newer: (count: number) => (count === 1 ? 'Show 1 newer run' : `Show ${count} newer runs`),
    older: (count: number) => (count === 1 ? '1 older run is not shown.' : `${count} older runs are not shown.`),
    unknownCause: 'Message or event',
    verdicts: { failed: 'Failed', pending: 'In progress', noResult: 'No result', done: 'Done' },
    events: events.en,
  },
  zh: {
    title: '实时运行情况',
    watch: '观察运行',
    stopWatching: '停止观察',
    hint: '观察运行可查看每条消息或事件、SQL 结果以及各动作的执行结果。试运行也会显示在此处。',
    waiting: '正在等待规则选取的消息或事件…',
    traced: '此集群不提供规则的步骤信息，观察期间会运行该规则的日志追踪，最长十分钟，停止观察时删除。',
    incomplete: '缺少部分步骤：步骤过多，或日志追踪曾重新启动。',
    silentNodes: (nodes) => `${nodes} 没有响应，缺少这些节点上的运行情况。`,
    unsupported: '该服务端不提供规则的步骤信息，请使用上方的运行 SQL 或试运行。',
    missed: (count) => `缺少 ${count} 个步骤：数量超出服务端保留的范围。`,
    newer: (count) => `显示 ${count} 次较新的运行`,
    older: (count) => `另有 ${count} 次较早的运行未显示。`,
    unknownCause: '消息或事件',
    verdicts: { failed: '失败', pending: '进行中', noResult: '无结果', done: '完成' },
    events: events.zh,
  },
})
