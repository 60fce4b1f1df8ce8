import { defineMessages } from '../i18n/index.ts'

/** What `filterFault` found, in words. */
export const topicFilterMessages = defineMessages({
  en: {
    empty: 'A topic filter is required.',
    tooLong: 'Longer than 65,535 bytes.',
    nullCharacter: 'The null character is not allowed.',
    hash: '# must be a level of its own, and the last one.',
    plus: '+ must be a level of its own.',
    shareGroup: 'After $share/ a group name without # and + is required.',
    shareTopic: 'After the group name of $share a topic filter is required.',
    sharedNoLocal: 'A shared subscription cannot have No local.',
  },
  zh: {
    empty: '请输入主题过滤器。',
    tooLong: '超过 65,535 字节。',
    nullCharacter: '不允许包含空字符。',
    hash: '# 必须独占一层，且只能是最后一层。',
    plus: '+ 必须独占一层。',
    shareGroup: '$share/ 之后需要组名，且不能包含 # 和 +。',
    shareTopic: '$share 的组名之后需要主题过滤器。',
    sharedNoLocal: '共享订阅不能使用 No Local。',
  },
})
