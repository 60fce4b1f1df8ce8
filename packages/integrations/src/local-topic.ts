import { setting, text } from '@mqdeck/contract'

/** Of actions: most types of EMQX have it. */
export const localTopicField = setting(text(), {
  advanced: true,
  label: { en: 'Local topic', zh: '本地主题' },
  help: {
    en: 'What is published here on this topic goes to the action, without a rule.',
    zh: '发布到该本地主题的消息会直接交给此动作，无需规则。',
  },
})
