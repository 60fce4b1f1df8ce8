import { defineMessages } from '../../../i18n/index.ts'

/** EMQX's words for what happens, in ours. One that is not among them is shown as it is. */
type EventTexts = Readonly<Record<string, string>>

const events: { readonly en: EventTexts; readonly zh: EventTexts } = {
  en: {
    rule_activated: 'The rule was set off',
    SQL_yielded_result: 'The SQL gave a result',
    SQL_yielded_no_result: 'The SQL gave no result',
    SELECT_clause_exception: 'SELECT failed',
    WHERE_clause_exception: 'WHERE failed',
    FOREACH_clause_exception: 'FOREACH failed',
    DO_clause_exception: 'DO failed',
    INCASE_clause_exception: 'INCASE failed',
    apply_rule_failed: 'The rule failed',
    action_template_rendered: 'Templates filled in',
    action_success: 'Done',
    action_failed: 'Failed',
    action_retried: 'Tried again',
    out_of_service: 'Out of service',
    request_expired: 'Expired before it could be sent',
    recursive_republish_detected: 'Not republished: the rule would set itself off for ever',
    action_stopped_after_template_rendering: 'Stopped here: a dry run sends nothing',
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
    action_success: '成功',
    action_failed: '失败',
    action_retried: '正在重试',
    out_of_service: '服务不可用',
    request_expired: '请求在发送前已过期',
    recursive_republish_detected: '未重发布：规则会无限触发自身',
    action_stopped_after_template_rendering: '到此停止：试运行不发送内容',
  },
}

export const runMessages = defineMessages({
  en: {
    title: 'Runs as they happen',
    watch: 'Watch',
    stop: 'Stop',
    clear: 'Clear',
    hint: 'Watch to see each message go through the rule: what came in, what the SQL made of it, what each action did. Dry runs appear here, too.',
    waiting: 'Waiting for a message or event that the rule selects …',
    traced:
      'This cluster tells nothing live, so a log trace of the rule runs while you watch. It is deleted when you stop; otherwise it ends by itself after ten minutes.',
    cut: 'Some steps are missing: there were more than could be read, or the log trace had to be started again.',
    silent: (nodes: string) => `No answer from ${nodes}: what the rule does there is missing.`,
    missing: 'This broker does not tell what rules do step by step. Test the SQL and make a dry run above instead.',
    missed: (count: number) =>
      count === 1
        ? 'One step is missing: there were more than could be kept.'
        : `${count} steps are missing: there were more than could be kept.`,
    newer: (count: number) => (count === 1 ? 'Show 1 newer run' : `Show ${count} newer runs`),
    older: (count: number) => (count === 1 ? 'One older run is not shown.' : `${count} older runs are not shown.`),
    unknownCause: 'Message or event',
    verdicts: { failed: 'Failed', pending: 'Under way', noResult: 'No result', done: 'Done' },
    events: events.en,
  },
  zh: {
    title: '实时运行情况',
    watch: '开始观察',
    stop: '停止观察',
    clear: '清除',
    hint: '观察每条消息经过规则的过程：输入、SQL 结果以及各动作的执行情况。试运行也会显示在此处。',
    waiting: '正在等待规则选取的消息或事件……',
    traced: '此集群不提供实时步骤，因此观察期间会运行一个该规则的日志追踪：停止观察时删除，否则十分钟后自动结束。',
    cut: '缺少部分步骤：数量超出可读取的范围，或日志追踪曾重新启动。',
    silent: (nodes) => `${nodes} 没有应答：缺少该节点上的规则执行情况。`,
    missing: '该服务端不提供规则的逐步运行信息，请使用上方的 SQL 测试和试运行。',
    missed: (count) => `缺少 ${count} 个步骤：数量超出可保留的范围。`,
    newer: (count) => `显示 ${count} 次较新的运行`,
    older: (count) => `另有 ${count} 次较早的运行未显示。`,
    unknownCause: '消息或事件',
    verdicts: { failed: '失败', pending: '进行中', noResult: '无结果', done: '完成' },
    events: events.zh,
  },
})
