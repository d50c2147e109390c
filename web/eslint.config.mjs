import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "src/protocol.ts"] },
  ...tseslint.configs.recommended,
  {
    // With types, the linter sees promises that are not awaited.
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL(".", import.meta.url)) } },
    rules: {
      // What answers at once where others must wait is still asked like them.
      "@typescript-eslint/require-await": "off",
      // Interfaces here are made of closures as well as of methods.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] }],
    },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "max-lines": ["error", { max: 400, skipComments: true, skipBlankLines: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    // The server may stand below a path of somebody's site.
    files: ["src/**"],
    ignores: ["src/base.ts", "src/pages/route.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "MemberExpression[object.name='location'][property.name=/^(origin|host|pathname)$/]", message: "base.ts knows where the server stands" },
        { selector: "CallExpression[callee.name='fetch'][arguments.0.value=/^[/]/]", message: "outside(…) of base.ts makes it an address of the browser" },
      ],
    },
  },
);
