// Whether the page keeps to what its oldest browsers know: Baseline 2023, that is Chrome 120, Firefox 121 and Safari 17.2, as
// docs/frontend.md tells people. Everything else about style is Biome's.
import css from '@eslint/css';
import baseline from 'eslint-plugin-baseline-js';

const available = 2023;

export default [
  { ignores: ['**', '!src', '!src/dnup', '!src/dnup/web', '!src/dnup/web/**', 'src/dnup/web/vendor'] },
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { baseline },
    rules: {
      'baseline/use-baseline': [
        'error',
        {
          available,
          includeWebApis: { preset: 'auto' },
          includeJsBuiltins: { preset: 'auto' },
          ignoreFeatures: [
            // Newer only by the letter: Safari had faults in corners of them that the page does not use.
            'top-level-await',
            'abortsignal-timeout',
            'async-clipboard',
            // Asked for before they are used; without them there is another way, or no button.
            'share',
            'notifications',
            'vibration',
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.css'],
    language: 'css/css',
    plugins: { css },
    rules: {
      'css/use-baseline': [
        'error',
        {
          available,
          // Without it shared/light.css has plain colors.
          allowFunctions: ['light-dark'],
          // Without it styles take longer to work out.
          allowAtRules: ['property'],
          // Without them lines break less evenly, text can be selected, the page behind a dialog scrolls on, and a slider
          // and a scroll bar look as the system draws them.
          allowProperties: ['text-wrap', 'user-select', 'overscroll-behavior', 'accent-color', 'scrollbar-width'],
        },
      ],
    },
  },
];
