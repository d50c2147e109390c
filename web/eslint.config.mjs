import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "src/protocol.ts"] },
  ...tseslint.configs.recommended,
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
