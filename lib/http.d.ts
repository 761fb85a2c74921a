// The types of whatwg-transcoder/http, and its only reference documentation.

export * from './http/forms.js';
