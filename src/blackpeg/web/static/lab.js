import './common.js';
