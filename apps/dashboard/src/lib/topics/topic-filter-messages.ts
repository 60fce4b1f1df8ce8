import { defineMessages } from '../../i18n/index.ts'

/** Error messages for the results of `filterFault`. */
export const topicFilterMessages = defineMessages({
  en: {
    empty: 'A topic filter is required.',
    tooLong: 'The topic filter is longer than 65,535 bytes.',
    nullCharacter: 'The topic filter cannot contain the null character.',
    hash: '# must be a separate level and the last one.',
    plus: '+ must be a separate level.',
    shareGroup: 'Enter a group name without # and + after $share/.',
    shareTopic: 'Enter a topic filter after the group name of $share.',
    sharedNoLocal: 'A shared subscription cannot use No local.',
  },
  zh: {
    empty: '请输入主题过滤器。',
    tooLong: '主题过滤器超过 65,535 字节。',
    nullCharacter: '主题过滤器不能包含空字符。',
    hash: '# 必须独占一层，且只能是最后一层。',
    plus: '+ 必须独占一层。',
    shareGroup: '请在 $share/ 之后输入不含 # 和 + 的组名。',
    shareTopic: '请在 $share 的组名之后输入主题过滤器。',
    sharedNoLocal: '共享订阅不能使用 No Local。',
  },
})
